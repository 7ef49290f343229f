package io.mintmark.server.http;

import io.mintmark.protocol.ErrorType;
import java.util.List;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.server.Request;

/**
 * Refuses requests whose beginning or end two programs may see in two places, beyond what Jetty refuses: that is how one
 * request is smuggled inside another.
 */
final class Framing {
    private static final String CHUNKED = "chunked";

    private Framing() {}

    /** Refuses a request line that is not written as it must be, and any transfer coding but chunked alone. */
    static void check(Request raw) {
        if (StrictConnections.isLineStrange(raw)) {
            throw new ApiException(
                    ErrorType.BAD_REQUEST,
                    "The request line must be method, target and HTTP/1.1 or HTTP/1.0 in capitals, with one space between"
                            + " them; this one is written otherwise. Correct it.");
        }
        if (raw.getHeaders().contains(HttpHeader.TRANSFER_ENCODING)) {
            checkCoding(raw);
        }
    }

    private static void checkCoding(Request raw) {
        List<String> codings = raw.getHeaders().getFields(HttpHeader.TRANSFER_ENCODING).stream()
                .map(field -> String.valueOf(field.getValue()))
                .toList();
        if (!isChunkedAlone(codings, raw)) {
            throw new ApiException(
                    ErrorType.BAD_REQUEST,
                    "Transfer-Encoding must be given once, be chunked and nothing else, and come with HTTP/1.1; this request"
                            + " has '" + Printable.brief(String.join("', '", codings)) + "' in "
                            + raw.getConnectionMetaData().getHttpVersion()
                            + ". Send the body chunked, or with a Content-Length.");
        }
    }

    private static boolean isChunkedAlone(List<String> codings, Request raw) {
        return codings.size() == 1
                && CHUNKED.equalsIgnoreCase(codings.get(0))
                && raw.getConnectionMetaData().getHttpVersion() == HttpVersion.HTTP_1_1;
    }
}
