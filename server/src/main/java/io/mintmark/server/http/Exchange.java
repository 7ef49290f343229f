package io.mintmark.server.http;

import io.mintmark.protocol.ErrorType;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * One request from its header to its reply: limits, body, gate, endpoint, finisher, in this order.
 *
 * <p>Its steps follow each other; only the reading of the body may hand over from one thread to the next.
 */
final class Exchange {
    private static final byte[] NOTHING = {};

    private final HttpFront.Parts parts;
    private final org.eclipse.jetty.server.Request raw;
    private final Response response;
    private final Callback callback;
    private boolean gzip;

    Exchange(HttpFront.Parts parts, org.eclipse.jetty.server.Request raw, Response response, Callback callback) {
        this.parts = parts;
        this.raw = raw;
        this.response = response;
        this.callback = callback;
    }

    void begin() {
        try {
            checkLine();
            checkHeaders();
            checkBody();
        } catch (ApiException e) {
            refuse(e);
            return;
        }
        new BodyReader(raw, parts.limits().bodyBytesMax(), this::answer, this::refuse).run();
    }

    private void checkLine() {
        int bytes = raw.getMethod().length() + 1 + Request.target(raw).getBytes(StandardCharsets.UTF_8).length;
        if (bytes > parts.limits().lineBytesMax()) {
            throw new ApiException(ErrorType.LINE_TOO_LONG, lineRule(parts.limits()) + bytes + ".");
        }
    }

    private void checkHeaders() {
        long bytes = 0;
        for (HttpField field : raw.getHeaders()) {
            String value = field.getValue();
            bytes += field.getName().length() + (value == null ? 0 : value.length()) + ": \r\n".length();
        }
        if (bytes > parts.limits().headerBytesMax()) {
            throw new ApiException(ErrorType.HEADERS_TOO_LARGE, headersRule(parts.limits()) + bytes + ".");
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

    private void checkBody() {
        long length = raw.getLength();
        if (length > parts.limits().bodyBytesMax()) {
            throw BodyBuffer.tooLarge(parts.limits().bodyBytesMax(), Long.toString(length));
        }
        if (length > 0 || raw.getHeaders().contains(HttpHeader.TRANSFER_ENCODING)) {
            gzip = Inflation.isGzip(raw.getHeaders().getFields(HttpHeader.CONTENT_ENCODING));
        }
    }

    /** Answers a request whose body was not read to its end, which no second request can follow. */
    private void refuse(ApiException refusal) {
        Reply reply = ErrorBody.reply(Request.target(raw), refusal).header("Connection", "close");
        Request bare = new Request(raw, Request.target(raw), Map.of(), Query.NONE, NOTHING);
        send(bare, reply);
    }

    private void answer(byte[] body) {
        Request request = new Request(raw, Request.target(raw), Map.of(), Query.NONE, NOTHING);
        Reply reply;
        try {
            List<String> segments = segments(raw.getHttpURI().getPath());
            String path = "/" + String.join("/", segments);
            Router.Match match = parts.router().find(raw.getMethod(), path, segments);
            byte[] whole = gzip ? Inflation.inflate(body, parts.limits().bodyBytesMax()) : body;
            Query query = Query.parse(raw.getHttpURI().getQuery());
            request = new Request(raw, path, match.parts(), query, whole);
            parts.gate().check(request);
            reply = match.endpoint().answer(request);
        } catch (Throwable t) {
            reply = ErrorBody.reply(Request.target(raw), t);
        }
        send(request, reply);
    }

    private void send(Request request, Reply reply) {
        try {
            new ReplyWriter(raw, response, callback).write(finish(request, reply));
        } catch (Throwable t) {
            // Nobody else ends the exchange when this runs because more of the body arrived.
            callback.failed(t);
        }
    }

    private Reply finish(Request request, Reply reply) {
        try {
            return parts.finisher().finish(request, reply);
        } catch (Throwable t) {
            return ErrorBody.reply(Request.target(raw), t);
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
