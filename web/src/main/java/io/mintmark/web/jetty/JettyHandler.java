package io.mintmark.web.jetty;

import io.mintmark.support.limits.Limits;
import io.mintmark.web.admission.AdmissionControl;
import io.mintmark.web.admission.PermitQueue;
import io.mintmark.web.http.ErrorBody;
import io.mintmark.web.http.Gate;
import io.mintmark.web.http.Reply;
import io.mintmark.web.http.ReplyFilter;
import io.mintmark.web.http.Router;
import java.util.Set;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** Makes an {@link Exchange} of each request that Jetty hands over, and holds everything that exchanges share. */
final class JettyHandler extends Handler.Abstract {
    private final Limits.Sizes sizes;
    private final RequestHeads heads;
    private final Router router;
    private final Gate gate;
    private final ReplyFilter filter;
    private final Set<String> vitalPaths;
    private final PermitQueue permits;
    private final PermitQueue vitalPermits;

    JettyHandler(HttpSettings settings, Router router, Gate gate, ReplyFilter filter, AdmissionControl admission) {
        // What happens before a request's permit never waits. It needs no thread but the one that found the bytes, so
        // that a flood wakes no others.
        super(InvocationType.NON_BLOCKING);
        this.sizes = settings.limits().sizes();
        this.heads = new RequestHeads(sizes, settings.tls().isPresent());
        this.router = router;
        this.gate = gate;
        this.filter = filter;
        this.vitalPaths = settings.vitalPaths();
        this.permits = admission.permits();
        this.vitalPermits = admission.vitalPermits();
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        // An endpoint may work longer than a connection may idle; reads and writes time out nevertheless.
        request.addIdleTimeoutListener(timeout -> false);
        new Exchange(this, request, response, callback).begin();
        return true;
    }

    Limits.Sizes sizes() {
        return sizes;
    }

    /** Returns what looks at heads before anything else does. */
    RequestHeads heads() {
        return heads;
    }

    Router router() {
        return router;
    }

    Gate gate() {
        return gate;
    }

    /** Returns the queue in which a small request to {@code path} waits. */
    PermitQueue permitsFor(String path) {
        return vitalPaths.contains(path) ? vitalPermits : permits;
    }

    /** Returns what to send instead of {@code reply}, whatever happens to the filter. */
    Reply filtered(io.mintmark.web.http.Request request, Reply reply) {
        try {
            return filter.filter(request, reply);
        } catch (Throwable t) {
            return ErrorBody.reply(request.target(), t);
        }
    }
}
