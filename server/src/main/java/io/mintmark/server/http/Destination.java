package io.mintmark.server.http;

import io.mintmark.protocol.ErrorType;
import java.util.ArrayList;
import java.util.List;

/**
 * Where a request's path leads, known before its body is read.
 *
 * @param path the path with its percent-encoding decoded once; as sent if that is malformed
 * @param match what answers; a path that leads nowhere is refused by its endpoint, so that the gate is asked before
 */
record Destination(String path, Router.Match match) {

    static Destination of(Router router, org.eclipse.jetty.server.Request raw) {
        try {
            List<String> segments = segments(raw.getHttpURI().getPath());
            String path = "/" + String.join("/", segments);
            return new Destination(path, router.find(raw.getMethod(), path, segments));
        } catch (ApiException malformed) {
            return new Destination(Request.target(raw), Router.Match.refusing(malformed));
        }
    }

    /** Returns the decoded segments of a path; refuses those that mean another place. */
    static List<String> segments(String path) {
        List<String> segments = new ArrayList<>(8);
        int start = path.startsWith("/") ? 1 : 0;
        while (true) {
            int end = path.indexOf('/', start);
            String segment = PercentCode.path(path.substring(start, end < 0 ? path.length() : end));
            if (segment.equals(".") || segment.equals("..")) {
                throw new ApiException(ErrorType.BAD_REQUEST, "A path must not have '.' or '..' as a segment.");
            }
            segments.add(segment);
            if (end < 0) {
                return segments;
            }
            start = end + 1;
        }
    }
}
