package io.mintmark.server.http;

import java.nio.ByteBuffer;

/**
 * Watches how the first line of each request on a connection is written; used by whichever thread reads the connection.
 *
 * <p>Jetty reads several spaces as one, and the version in small letters too. A proxy before the server may read such a line
 * in another way, and then the two do not agree on what was asked.
 */
final class RequestLine {
    private boolean begun;
    private boolean ended;
    private boolean strange;
    private boolean afterSpace;
    private int spaces;

    /** Expects the line of another request. */
    void reset() {
        begun = false;
        ended = false;
        strange = false;
        afterSpace = false;
        spaces = 0;
    }

    /** Looks at the bytes that are about to be parsed, up to the end of the line, and leaves them there. */
    void look(ByteBuffer bytes) {
        for (int i = bytes.position(); i < bytes.limit() && !ended; i++) {
            look(bytes.get(i));
        }
    }

    private void look(byte b) {
        if (!begun && (b == '\r' || b == '\n')) {
            // Empty lines may come before a request.
            return;
        }
        boolean space = b == ' ';
        strange |= space && (!begun || afterSpace || spaces == 2);
        strange |= spaces == 2 && b >= 'a' && b <= 'z';
        begun = true;
        ended = b == '\n';
        afterSpace = space;
        spaces += space ? 1 : 0;
    }

    /** Returns whether the line is not method, target and version with one space between, the version in capitals. */
    boolean isStrange() {
        return strange;
    }
}
