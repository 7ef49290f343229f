package io.mintmark.web.access;

import java.util.List;

/** The rules of all routes, for tests of other packages. */
public final class Rules {
    private Rules() {}

    /** The method, path and need of a route, and whether the audit log tells of it. */
    public record Row(String method, String pattern, String need, boolean audited) {
        @Override
        public String toString() {
            return method + " " + pattern;
        }
    }

    /** Returns all rules. */
    public static List<Row> all() {
        return RouteRequirements.ROWS.stream()
                .map(rule -> new Row(rule.method(), rule.pattern(), rule.need().name(), rule.isAudited()))
                .toList();
    }

    /** Returns the rule of one route. */
    public static Row of(String method, String pattern) {
        return all().stream()
                .filter(row -> row.method().equals(method) && row.pattern().equals(pattern))
                .findFirst()
                .orElseThrow();
    }
}
