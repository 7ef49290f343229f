package io.mintmark.web.jetty;

import io.mintmark.internal.Printable;
import io.mintmark.protocol.ErrorType;
import io.mintmark.protocol.Headers;
import io.mintmark.support.limits.Limits;
import io.mintmark.web.body.BodyBuffer;
import io.mintmark.web.body.ContentCoding;
import io.mintmark.web.http.ApiException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/**
 * Reads the heads of a server's requests, and refuses what Jetty lets pass: heads that are too large; heads whose
 * beginning or end two programs may see in two places, which is how one request is smuggled inside another; and heads
 * that name two senders, or two versions of a document.
 */
final class RequestHeads {
    private static final String CHUNKED = "chunked";
    /** Most bytes that a char of a string becomes; two that are one character become four together. */
    private static final int UTF_8_BYTES_MAX = 3;
    /** What bytes that are no UTF-8 were read as. */
    private static final char REPLACEMENT = '\uFFFD';

    /** What a target may be where it is no path: a URL with a host; Jetty compares that with the one of the field. */
    private static final Pattern URL = Pattern.compile("(?i:https?)://[^/?#].*", Pattern.DOTALL);

    /**
     * Fields whose second value would be passed over here and perhaps obeyed by a proxy on the way, or the other way
     * round. Jetty refuses a second Host and Content-Length on its own.
     */
    private static final List<String> SINGLE = List.of(
            "Authorization",
            "Origin",
            "Sec-Fetch-Site",
            "If-Match",
            "If-None-Match",
            Headers.IDEMPOTENCY_KEY,
            Headers.LIFE,
            "Sec-WebSocket-Key",
            "Sec-WebSocket-Version");

    private final int lineBytesMax;
    private final int headerBytesMax;
    private final boolean tlsOnly;

    /**
     * Refuses heads beyond {@code sizes}.
     *
     * @param tlsOnly whether requests must come over TLS
     */
    RequestHeads(Limits.Sizes sizes, boolean tlsOnly) {
        this.lineBytesMax = sizes.lineBytesMax();
        this.headerBytesMax = sizes.headerBytesMax();
        this.tlsOnly = tlsOnly;
    }

    /**
     * Refuses a head that is ambiguous, too large, or not encrypted where it must be, and one that asks for a tunnel.
     */
    void check(Request raw) {
        checkForm(raw);
        checkMethod(raw);
        if (raw.getHeaders().contains(HttpHeader.TRANSFER_ENCODING)) {
            checkTransferCoding(raw);
        }
        checkLine(raw);
        checkHeaders(raw);
        if (tlsOnly) {
            checkEncryption(raw);
        }
    }

    /** Refuses a request that did not come over TLS, where it should have, and says where to call. */
    private static void checkEncryption(Request raw) {
        if (!FrontConnection.of(raw).isSecure()) {
            String host = raw.getHeaders().get(HttpHeader.HOST);
            throw new ApiException(
                    ErrorType.BAD_REQUEST,
                    "This server speaks TLS, and nothing else: call https://"
                            + (host == null ? "this host and port" : Printable.brief(host))
                            + ". Nothing of this request was done, and whatever it carried was readable on its way.");
        }
    }

    private static void checkForm(Request raw) {
        if (FrontConnection.of(raw).isLineStrange()) {
            throw new ApiException(
                    ErrorType.BAD_REQUEST,
                    "The request line must be method, target and HTTP/1.1 or HTTP/1.0 in capitals, with one space between"
                            + " them; this one is written otherwise. Correct it.");
        }
        if (FrontConnection.of(raw).isTargetStrange()) {
            throw new ApiException(
                    ErrorType.BAD_REQUEST,
                    "The target of a request must be a path, which begins with /, or a URL, which begins with http:// or"
                            + " https:// and a host; this one is neither. Correct it.");
        }
    }

    /** Returns whether everybody sees the same path in a target, or none, as in the one of OPTIONS. */
    static boolean isPathOrUrl(String target) {
        return target.startsWith("/")
                || target.equals("*")
                || URL.matcher(target).matches();
    }

    /** Jetty keeps a connection for the tunnel, whatever the answer, unless that says that it is closed. */
    private static void checkMethod(Request raw) {
        if (HttpMethod.CONNECT.is(raw.getMethod())) {
            throw new ApiException(
                    ErrorType.BAD_REQUEST,
                    "CONNECT asks for a tunnel, but this server is no proxy: send the request here.");
        }
    }

    private static void checkTransferCoding(Request raw) {
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

    private void checkLine(Request raw) {
        String target = target(raw);
        if (target.indexOf(REPLACEMENT) >= 0) {
            throw new ApiException(
                    ErrorType.BAD_REQUEST,
                    "The target of a request must be UTF-8, but this one has other bytes, which would all become the same"
                            + " letter: percent-encode it.");
        }
        int before = raw.getMethod().length() + 1;
        if (before + UTF_8_BYTES_MAX * target.length() <= lineBytesMax) {
            return;
        }
        int bytes = before + target.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > lineBytesMax) {
            throw new ApiException(ErrorType.LINE_TOO_LONG, lineRule(lineBytesMax) + bytes + ".");
        }
    }

    private void checkHeaders(Request raw) {
        long bytes = 0;
        int seen = 0;
        for (HttpField field : raw.getHeaders()) {
            String value = field.getValue();
            bytes += field.getName().length() + (value == null ? 0 : value.length()) + ": \r\n".length();
            seen = withSingle(seen, field.getName());
            requireKey(field.getName(), value);
        }
        if (bytes > headerBytesMax) {
            throw new ApiException(ErrorType.HEADERS_TOO_LARGE, headersRule(headerBytesMax) + bytes + ".");
        }
    }

    /**
     * Returns {@code seen}, which has a bit for each single field, with that of {@code name}, which must not be there
     * yet.
     */
    private static int withSingle(int seen, String name) {
        for (int i = 0; i < SINGLE.size(); i++) {
            if (SINGLE.get(i).equalsIgnoreCase(name)) {
                requireFirst(name, (seen >> i & 1) == 0);
                return seen | 1 << i;
            }
        }
        return seen;
    }

    private static void requireFirst(String name, boolean first) {
        if (!first) {
            throw new ApiException(
                    ErrorType.BAD_REQUEST,
                    "The header field " + Printable.brief(name)
                            + " must be sent once at most, but this request has it twice: send one of them.");
        }
    }

    /** An empty one is most likely a program's mistake, and endpoints do not see it. */
    private static void requireKey(String name, @Nullable String value) {
        if (Headers.IDEMPOTENCY_KEY.equalsIgnoreCase(name) && (value == null || value.isBlank())) {
            throw new ApiException(
                    ErrorType.BAD_REQUEST,
                    Headers.IDEMPOTENCY_KEY + " must not be empty: give each request a key of its own, such as a random"
                            + " UUID, or leave the header out.");
        }
    }

    /** Refuses a body whose promised length is beyond {@code sizes}. */
    static void checkLength(Request raw, Limits.Sizes sizes) {
        if (raw.getLength() > sizes.bodyBytesMax()) {
            throw BodyBuffer.tooLarge(sizes.bodyBytesMax(), Long.toString(raw.getLength()));
        }
    }

    static String lineRule(int lineBytesMax) {
        return "Method, path and query must not exceed limit-line=" + lineBytesMax + " bytes together; they have ";
    }

    static String headersRule(int headerBytesMax) {
        return "The header fields must not exceed limit-headers=" + headerBytesMax + " bytes together; they have ";
    }

    /** Returns path and query exactly as sent. */
    static String target(Request raw) {
        @Nullable String target = raw.getHttpURI().getPathQuery();
        return target == null ? "" : target;
    }

    /** Returns whether a body follows. */
    static boolean hasBody(Request raw) {
        return raw.getLength() > 0 || raw.getHeaders().contains(HttpHeader.TRANSFER_ENCODING);
    }

    /** Returns whether the client wants to go on in another protocol. */
    static boolean isUpgrade(Request raw) {
        return raw.getHeaders().contains(HttpHeader.UPGRADE);
    }

    /** Returns how the body is compressed, or null if it is not; refuses codings that are not read here. */
    static @Nullable ContentCoding coding(Request raw) {
        ContentCoding coding = null;
        for (HttpField field : raw.getHeaders().getFields(HttpHeader.CONTENT_ENCODING)) {
            for (String name : field.getValues()) {
                if (name.isBlank() || name.equalsIgnoreCase("identity")) {
                    continue;
                }
                if (coding != null) {
                    throw unsupported(coding.headerName() + ", " + name, "");
                }
                coding = ContentCoding.of(name).orElseThrow(() -> unsupported(name, ""));
                coding.unavailable().ifPresent(why -> {
                    throw unsupported(name, " (" + why + ": send gzip)");
                });
            }
        }
        return coding;
    }

    private static ApiException unsupported(String coding, String why) {
        return new ApiException(
                ErrorType.UNSUPPORTED_ENCODING,
                "The Content-Encoding of a request body must be one of gzip, zstd and identity: '"
                        + Printable.brief(coding) + "'" + why + ".");
    }
}
