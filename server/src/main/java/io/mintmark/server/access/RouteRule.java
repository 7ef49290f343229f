package io.mintmark.server.access;

import io.mintmark.protocol.Parameters;
import io.mintmark.server.http.Request;
import java.util.List;

/**
 * What is asked of those who call a route, and what the audit log tells of it.
 *
 * @param method the method
 * @param pattern the path
 * @param need the least clearance
 * @param act what a caller does by it, in the audit log's word; empty for what is not told
 * @param told the parameters whose values are told; none of them is a secret
 */
record RouteRule(String method, String pattern, Need need, String act, List<String> told) {
    private static final String PATH_PART = "db";

    /** Returns the database that a request is about: the one in its path, or else in its query. */
    String database(Request request) {
        if (pattern.contains("{" + PATH_PART + "}")) {
            return request.pathPart(PATH_PART);
        }
        return need.isAboutADatabase() ? request.query().required(Parameters.NAME) : "";
    }

    boolean isAudited() {
        return !act.isEmpty();
    }
}
