package io.mintmark.server.jetty;

import io.mintmark.server.admission.Permit;
import io.mintmark.server.http.ErrorBody;
import io.mintmark.server.http.LaterReply;
import io.mintmark.server.http.Reply;
import io.mintmark.server.http.Request;

/** Sends a reply that waits for something under way, such as a write, and lets other requests compute meanwhile. */
final class PendingReply {
    private final Exchange exchange;
    private final Request request;
    private final LaterReply reply;
    private final Permit permit;

    PendingReply(Exchange exchange, Request request, LaterReply reply, Permit permit) {
        this.exchange = exchange;
        this.request = request;
        this.reply = reply;
        this.permit = permit;
    }

    /**
     * Sends it when it is there: a virtual thread waits at next to no cost, a platform thread has other things to do.
     */
    void send() {
        permit.stepAside();
        if (JettyHandler.isOnVirtualThread() && !reply.isCostly()) {
            exchange.send(request, awaited());
        } else {
            permit.goOn();
            reply.whenSettled(this::sendSettled);
        }
    }

    private void sendSettled() {
        if (reply.isCostly()) {
            permit.end();
            exchange.resources.costlyPermits().resume(exchange.resources.party(), another -> {
                exchange.resources.worksUnder(another);
                exchange.send(request, awaited());
            });
            return;
        }
        try {
            exchange.send(request, awaited());
        } finally {
            permit.end();
        }
    }

    private Reply awaited() {
        try {
            return reply.await();
        } catch (Throwable t) {
            return ErrorBody.reply(exchange.target(), t);
        }
    }
}
