package io.mintmark.server.indexes.linq;

import io.mintmark.server.indexes.linq.syntax.Syntax;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Writes the output of a reduce in JavaScript, in which the group has another form than in C#. */
final class GroupWriter {
    private final String group;
    private final JavaScriptWriter writer;

    GroupWriter(String group, JavaScriptWriter writer) {
        this.group = group;
        this.writer = writer;
    }

    String write(Syntax select) {
        StringBuilder object = new StringBuilder("{ ");
        String comma = "";
        for (Map.Entry<String, Syntax> member : Bindings.of(select).entrySet()) {
            object.append(comma).append(member.getKey()).append(": ").append(value(member.getValue()));
            comma = ", ";
        }
        return object.append(" }").toString();
    }

    private String value(Syntax value) {
        Chain chain = Chain.of(value);
        if (chain != null
                && chain.root().equals(group)
                && !chain.path().isEmpty()
                && chain.path().get(0).equals("Key")) {
            List<String> behind = chain.path().subList(1, chain.path().size());
            return group + ".key" + behind.stream().map(name -> "." + name).collect(Collectors.joining());
        }
        MethodCall call = MethodCall.of(value);
        if (call == null || !call.target().isName(group) || call.arguments().size() != 1) {
            throw Excerpt.unknown(value);
        }
        Lambda lambda = Lambda.of(call.arguments().get(0));
        return KnownCalls.aggregate(call.method(), group, lambda.variable(), writer.write(lambda.body()));
    }
}
