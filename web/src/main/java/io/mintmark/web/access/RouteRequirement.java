package io.mintmark.web.access;

import io.mintmark.protocol.Parameters;
import io.mintmark.web.http.Request;
import java.util.List;

/**
 * What is asked of those who call a route, and what the audit log tells of it.
 *
 * @param method the method
 * @param pattern the path
 * @param need the least clearance
 * @param act what a caller does by it, in the audit log's word; empty for what is not told
 * @param told the parameters, and named places of the path, whose values are told; none of them is a secret
 */
record RouteRequirement(String method, String pattern, RequiredClearance need, String act, List<String> told) {
    /** The place of a database's name in a pattern. */
    static final String PATH_PART = "db";

    private static final String IN_PATH = "{" + PATH_PART + "}";

    /** Returns the database that a request is about: the one in its path, or else in its query. */
    String database(Request request) {
        if (isBelowADatabase()) {
            return request.pathPart(PATH_PART);
        }
        return need.isAboutADatabase() ? request.query().required(Parameters.NAME) : "";
    }

    /** Returns whether the path names the database. */
    boolean isBelowADatabase() {
        return pattern.contains(IN_PATH);
    }

    boolean isAudited() {
        return !act.isEmpty();
    }

    /** Returns whether it hands numbers out, or takes them back. */
    boolean drawsNumbers() {
        return act.startsWith("reserve") || act.equals("return");
    }

    /** Returns whether it stores or deletes documents. */
    boolean storesDocuments() {
        return act.equals("write");
    }

    /** Returns whether it changes what there is and who may use it, and not only what is stored. */
    boolean isAdministrative() {
        return isAudited()
                && (need == RequiredClearance.ADMIN || need == RequiredClearance.OPERATOR || act.contains("index"));
    }
}
