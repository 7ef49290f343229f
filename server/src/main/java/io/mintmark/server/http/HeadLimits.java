package io.mintmark.server.http;

import io.mintmark.protocol.ErrorType;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.server.Request;

/** What the head of a request is held against, and how it is refused. */
final class HeadLimits {
    private HeadLimits() {}

    /** Refuses a line or header fields beyond {@code limits}. */
    static void check(Request raw, HttpLimits limits) {
        checkLine(raw, limits);
        checkHeaders(raw, limits);
    }

    private static void checkLine(Request raw, HttpLimits limits) {
        String target = io.mintmark.server.http.Request.target(raw);
        int bytes = raw.getMethod().length() + 1 + target.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > limits.lineBytesMax()) {
            throw new ApiException(ErrorType.LINE_TOO_LONG, lineRule(limits) + bytes + ".");
        }
    }

    private static void checkHeaders(Request raw, HttpLimits limits) {
        long bytes = 0;
        for (HttpField field : raw.getHeaders()) {
            String value = field.getValue();
            bytes += field.getName().length() + (value == null ? 0 : value.length()) + ": \r\n".length();
        }
        if (bytes > limits.headerBytesMax()) {
            throw new ApiException(ErrorType.HEADERS_TOO_LARGE, headersRule(limits) + bytes + ".");
        }
    }

    /** Refuses a body whose promised length is beyond {@code limits}. */
    static void checkLength(Request raw, HttpLimits limits) {
        if (raw.getLength() > limits.bodyBytesMax()) {
            throw BodyBuffer.tooLarge(limits.bodyBytesMax(), Long.toString(raw.getLength()));
        }
    }

    static String lineRule(HttpLimits limits) {
        return "Method, path and query must not exceed lineBytesMax=" + limits.lineBytesMax()
                + " bytes together; they have ";
    }

    static String headersRule(HttpLimits limits) {
        return "The header fields must not exceed headerBytesMax=" + limits.headerBytesMax()
                + " bytes together; they have ";
    }
}
