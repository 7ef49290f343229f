package io.mintmark.web.jetty;

import io.mintmark.internal.Printable;
import io.mintmark.internal.Ticker;
import io.mintmark.support.LogEntry;
import io.mintmark.web.http.Destination;
import io.mintmark.web.http.Request;
import java.util.List;
import java.util.Locale;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A line of the log for each answered request, at level debug: who asked, which route, status, and how long it took
 * from its first byte to the end of its reply. It has nothing that a client chose but the name of a principal, which an
 * operator gave it.
 */
final class RequestLog {
    private static final Logger LOG = LoggerFactory.getLogger(RequestLog.class);
    private static final double NANOS_A_MILLI = 1_000_000.0;
    private static final double TENTHS = 10.0;

    private RequestLog() {}

    /** Returns whether requests are told; where they are not, this is all that it costs. */
    static boolean isOn() {
        return LOG.isDebugEnabled();
    }

    /** Returns {@code sent} behind a line about {@code request}, whose reply {@code exchange} sends. */
    static Callback telling(Request request, Exchange exchange, Callback sent) {
        return Callback.from(() -> tell(request, exchange), sent);
    }

    /** Returns the same for bytes that never became a request with a route. */
    static Callback telling(org.eclipse.jetty.server.Request raw, Response response, Callback sent) {
        return Callback.from(() -> tell("-", Destination.NO_ROUTE, raw, response), sent);
    }

    /** Tells of a request whose status is known. */
    static void tell(Request request, Exchange exchange) {
        tell(request.sender().map(Printable::brief).orElse("-"), request.route(), exchange.raw, exchange.response);
    }

    private static void tell(String who, String route, org.eclipse.jetty.server.Request raw, Response response) {
        double millis = (Ticker.SYSTEM.nanos() - raw.getBeginNanoTime()) / NANOS_A_MILLI;
        LOG.debug("{}", entry(who, route, response.getStatus(), millis));
    }

    private static LogEntry entry(String who, String route, int status, double millis) {
        int blank = route.indexOf(' ');
        List<LogEntry.Member> members = List.of(
                new LogEntry.Member("by", who),
                new LogEntry.Member("method", route.substring(0, Math.max(blank, 0))),
                new LogEntry.Member("route", route.substring(blank + 1)),
                new LogEntry.Member("status", status),
                new LogEntry.Member("millis", Math.round(millis * TENTHS) / TENTHS));
        String text = String.format(Locale.ROOT, "%s %s %d in %.1f ms", who, route, status, millis);
        return new LogEntry("request", members, text);
    }
}
