package io.mintmark.web.jetty;

import io.mintmark.internal.Printable;
import io.mintmark.protocol.ErrorType;
import io.mintmark.support.limits.Limits;
import io.mintmark.web.admission.AdmissionControl;
import io.mintmark.web.admission.RequestResources;
import io.mintmark.web.http.ErrorBody;
import io.mintmark.web.http.Reply;
import java.util.Map;
import java.util.Set;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * Answers what Jetty refuses on its own, such as a malformed request line, in the one JSON shape of all refusals; the
 * connection is closed after it.
 */
final class JettyErrors implements Request.Handler {
    /** On these clients ask another node, so they never blame one request. */
    private static final Set<Integer> FAILOVER = Set.of(408, 410, 502, 504);
    /** Targets that Jetty gives to requests whose target it could not read. */
    private static final Set<String> PLACEHOLDERS = Set.of("/badMessage", "/badURI");

    private final Limits.Sizes sizes;
    private final AdmissionControl admission;

    JettyErrors(Limits.Sizes sizes, AdmissionControl admission) {
        this.sizes = sizes;
        this.admission = admission;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        @Nullable Throwable cause = (Throwable) request.getAttribute(ErrorHandler.ERROR_EXCEPTION);
        int status = cause instanceof HttpException http ? http.getCode() : response.getStatus();
        Callback end = unlessEnded(callback);
        Callback told = RequestLog.isOn() ? RequestLog.telling(request, response, end) : end;
        new ReplyWriter(request, response, told, unwatched(request))
                .write(reply(url(request), FAILOVER.contains(status) ? 400 : status, request, cause)
                        .header("Connection", "close"));
        return true;
    }

    /**
     * Returns {@code callback} for a client that may break off while its refusal is written: Jetty ends the exchange
     * then, and its callback of errors throws on whichever of both comes second.
     */
    private static Callback unlessEnded(Callback callback) {
        return Callback.from(
                callback.getInvocationType(),
                () -> quietly(callback::succeeded),
                failure -> quietly(() -> callback.failed(failure)));
    }

    private static void quietly(Runnable ending) {
        try {
            ending.run();
        } catch (IllegalStateException ended) {
            // Nothing is left to be done.
        }
    }

    /** Returns resources for a reply to bytes that never became an exchange; nobody watches its progress. */
    private RequestResources unwatched(Request request) {
        return FrontConnection.of(request).unwatched().begin(admission.permits());
    }

    private static String url(Request request) {
        String target = RequestHeads.target(request);
        return PLACEHOLDERS.contains(target) ? "" : target;
    }

    private Reply reply(String url, int status, Request request, @Nullable Throwable cause) {
        if (cause instanceof EofException) {
            // The client is gone: nobody hears this, and nothing failed that the log should tell.
            return plain(HttpStatus.BAD_REQUEST_400, url, ErrorType.BAD_REQUEST, "The connection ended early.");
        }
        if (cause != null && !(cause instanceof HttpException)) {
            return ErrorBody.reply(url, cause);
        }
        return switch (status) {
            case HttpStatus.URI_TOO_LONG_414 ->
                plain(status, url, ErrorType.LINE_TOO_LONG, RequestHeads.lineRule(sizes.lineBytesMax()) + "more.");
            case HttpStatus.REQUEST_HEADER_FIELDS_TOO_LARGE_431 ->
                plain(
                        status,
                        url,
                        ErrorType.HEADERS_TOO_LARGE,
                        RequestHeads.headersRule(sizes.headerBytesMax()) + "more.");
            case HttpStatus.SERVICE_UNAVAILABLE_503 ->
                // Nothing was started: whoever waits a moment meets another server, or this one again.
                plain(status, url, ErrorType.OVERLOADED, "The server is shutting down.")
                        .header("Retry-After", "1");
            default ->
                plain(
                        status,
                        url,
                        status < 500 ? ErrorType.BAD_REQUEST : ErrorType.NOT_SUPPORTED,
                        "The bytes received are not a request that can be answered: " + reason(status, request, cause)
                                + ".");
        };
    }

    private static Reply plain(int status, String url, ErrorType type, String message) {
        return ErrorBody.reply(status, url, type, message, Map.of());
    }

    private static String reason(int status, Request request, @Nullable Throwable cause) {
        if (cause instanceof HttpException http && http.getReason() != null) {
            return Printable.brief(http.getReason());
        }
        return request.getAttribute(ErrorHandler.ERROR_MESSAGE) instanceof String message
                ? Printable.brief(message)
                : HttpStatus.getMessage(status);
    }
}
