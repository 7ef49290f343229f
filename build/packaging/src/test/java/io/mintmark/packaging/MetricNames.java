package io.mintmark.packaging;

import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The names of metrics in the text form of Prometheus, and in expressions over them. */
final class MetricNames {
    private static final Pattern COMMENT = Pattern.compile("(?m)^#.*$");
    private static final Pattern EXPOSED = Pattern.compile("(?m)^([a-zA-Z_:][a-zA-Z0-9_:]*)");

    private static final Pattern TEXT = Pattern.compile("\"[^\"]*\"|'[^']*'");
    private static final Pattern GROUPING =
            Pattern.compile("\\b(by|without|on|ignoring|group_left|group_right)\\s*\\([^)]*\\)");
    private static final Pattern BRACES = Pattern.compile("\\{[^}]*}|\\[[^]]*]");
    private static final Pattern NAME =
            Pattern.compile("(?<![a-zA-Z0-9_:])[a-zA-Z_:][a-zA-Z0-9_:]*(?!\\s*\\()(?![a-zA-Z0-9_:])");
    private static final Set<String> WORDS = Set.of("and", "or", "unless", "bool", "offset");

    /** Said by Prometheus itself of each server that it scrapes. */
    private static final String OF_PROMETHEUS = "up";

    private MetricNames() {}

    /** Returns the names that an answer of {@code /metrics} has. */
    static Set<String> exposed(String answer) {
        return EXPOSED.matcher(COMMENT.matcher(answer).replaceAll(""))
                .results()
                .map(found -> found.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Returns the names of metrics that {@code expression} asks the server for. */
    static Set<String> in(String expression) {
        String rest = TEXT.matcher(expression).replaceAll("");
        rest = BRACES.matcher(rest).replaceAll(" ");
        rest = GROUPING.matcher(rest).replaceAll(" ");
        return NAME.matcher(rest)
                .results()
                .map(found -> found.group())
                .filter(name -> !WORDS.contains(name) && !name.equals(OF_PROMETHEUS))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
