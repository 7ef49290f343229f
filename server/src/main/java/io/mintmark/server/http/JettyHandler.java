package io.mintmark.server.http;

import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.VirtualThreads;

/** Where Jetty hands over: every request becomes an {@link Exchange}. */
final class JettyHandler extends Handler.Abstract {
    private final HttpFront.Parts parts;
    private final AdmissionControl admission;

    JettyHandler(HttpFront.Parts parts, AdmissionControl admission) {
        // What happens before a request's turn never waits. Where threads are dear it needs none but the one that found
        // the
        // bytes, so that a flood wakes no others; a virtual one costs less than a change to another for the turn.
        super(VirtualThreads.areSupported() ? InvocationType.BLOCKING : InvocationType.NON_BLOCKING);
        this.parts = parts;
        this.admission = admission;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        // An endpoint may work longer than a connection may idle; reads and writes time out nevertheless.
        request.addIdleTimeoutListener(timeout -> false);
        new Exchange(parts, admission, request, response, callback).begin();
        return true;
    }
}
