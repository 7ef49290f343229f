package io.mintmark.server.indexes.linq;

import io.mintmark.server.indexes.linq.syntax.NotUnderstoodException;
import java.util.List;
import java.util.Map;

/** Methods of C# that have a counterpart in JavaScript. */
final class KnownCalls {
    private static final Map<String, String> METHODS = Map.ofEntries(
            Map.entry("ToLower", "toLowerCase"),
            Map.entry("ToLowerInvariant", "toLowerCase"),
            Map.entry("ToUpper", "toUpperCase"),
            Map.entry("ToUpperInvariant", "toUpperCase"),
            Map.entry("Trim", "trim"),
            Map.entry("StartsWith", "startsWith"),
            Map.entry("EndsWith", "endsWith"),
            Map.entry("Contains", "includes"),
            Map.entry("IndexOf", "indexOf"),
            Map.entry("Replace", "replaceAll"),
            Map.entry("Select", "map"),
            Map.entry("Where", "filter"),
            Map.entry("Any", "some"),
            Map.entry("All", "every"),
            Map.entry("SelectMany", "flatMap"));

    private static final Map<String, String> FUNCTIONS = Map.of(
            "Math.Abs", "Math.abs",
            "Math.Floor", "Math.floor",
            "Math.Ceiling", "Math.ceil",
            "Math.Max", "Math.max",
            "Math.Min", "Math.min");

    private KnownCalls() {}

    static String write(MethodCall call, String target, List<String> arguments) {
        String function = FUNCTIONS.get(target + "." + call.method());
        String method = METHODS.get(call.method());
        String list = "(" + String.join(", ", arguments) + ")";
        if (function != null) {
            return function + list;
        }
        if (call.method().equals("ToString") && arguments.isEmpty()) {
            return "String(" + target + ")";
        }
        if (call.method().equals("IsNullOrEmpty") && arguments.size() == 1) {
            return "!" + arguments.get(0);
        }
        if (method == null || arguments.size() > 2) {
            throw new NotUnderstoodException("the method " + call.method());
        }
        return target + "." + method + list;
    }

    static String aggregate(String function, String group, String variable, String of) {
        return switch (function) {
            case "Sum" ->
                group + ".values.reduce((sum, " + variable + ") => sum + " + (of.indexOf(" ") < 0 ? of : "(" + of + ")")
                        + ", 0)";
            case "Min" -> "Math.min(..." + group + ".values.map(" + variable + " => " + of + "))";
            case "Max" -> "Math.max(..." + group + ".values.map(" + variable + " => " + of + "))";
            // A reduce reads its own results, and an average of averages is none.
            default -> throw new NotUnderstoodException("the aggregate " + function);
        };
    }
}
