package io.mintmark.server.http;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * One request from its header to its reply: limits, body, turn, gate, endpoint, finisher, in this order.
 *
 * <p>Its steps follow each other; only the reading of the body may hand over from one thread to the next.
 */
final class Exchange {
    private static final byte[] NOTHING = {};
    /** What is sent with more than this is more work than what waits among the small. */
    private static final int SMALL_BODY_BYTES = 4 << 10;
    /** So long waits for its refusal who sent the request before it had the answer to the last one. */
    private static final Duration PIPELINED_REFUSAL_WAIT = Duration.ofMillis(100);

    private final HttpFront.Parts parts;
    private final org.eclipse.jetty.server.Request raw;
    private final Response response;
    private final Callback callback;
    private final AdmissionControl admission;
    private final RequestResources resources;
    private boolean gzip;
    private boolean costly;

    Exchange(
            HttpFront.Parts parts,
            AdmissionControl admission,
            org.eclipse.jetty.server.Request raw,
            Response response,
            Callback callback) {
        this.parts = parts;
        this.raw = raw;
        this.response = response;
        this.admission = admission;
        this.resources = admission.open(raw);
        // Closed first, because the connection's next request may begin before the callback returns.
        this.callback = Callback.from(resources::close, callback);
    }

    void begin() {
        try {
            open();
        } catch (Throwable t) {
            stop(t);
        }
    }

    private void open() {
        Framing.check(raw);
        HeadLimits.check(raw, parts.limits());
        Destination destination = Destination.of(parts.router(), raw);
        Optional<StreamEndpoint> stream = destination.match().stream();
        if (stream.isPresent()) {
            StreamExchange exchange = new StreamExchange(parts, resources, raw, response, callback);
            // A stream may be as slow as its sender's work: heartbeats keep it, silence ends it.
            workBegins();
            exchange.enter(destination, stream.get());
        } else {
            HeadLimits.checkLength(raw, parts.limits());
            boolean hasBody = raw.getLength() > 0 || raw.getHeaders().contains(HttpHeader.TRANSFER_ENCODING);
            gzip = hasBody && GzipBody.isGzip(raw.getHeaders().getFields(HttpHeader.CONTENT_ENCODING));
            read(destination);
        }
    }

    /** Ends the wait for the client, unless the vigil just did. */
    private void workBegins() {
        if (!resources.progress().workBegins()) {
            throw BodyReader.tooSlow();
        }
    }

    /** Ends an exchange whose work did not begin; whatever stopped it, nobody else would close the account. */
    private void stop(Throwable why) {
        Throwable failure = why;
        if (why instanceof ApiException refusal) {
            try {
                refuse(refusal);
                return;
            } catch (Throwable t) {
                failure = t;
            }
        }
        callback.failed(failure);
    }

    private void read(Destination destination) {
        int bytesMax = parts.limits().bodyBytesMax();
        new BodyReader(
                        raw,
                        bytesMax,
                        resources.claim(),
                        resources.progress(),
                        resources.executor(),
                        body -> await(destination, body),
                        this::stop)
                .run();
    }

    /** The body is there; the rest waits for its turn. */
    private void await(Destination destination, byte[] body) {
        workBegins();
        costly = isCostly(destination, body);
        enter(destination, body);
    }

    private void enter(Destination destination, byte[] body) {
        Consumer<Permit> work = permit -> answer(destination, body, permit);
        if (costly) {
            resources.costlyPermits().enter(resources.holder(), work, this::shed);
        } else if (resources.mayAnswerHere()) {
            resources.permits().enterHere(resources.holder(), work, this::shed);
        } else {
            resources.permits().enter(resources.holder(), work, this::shed);
        }
    }

    private boolean isCostly(Destination destination, byte[] body) {
        try {
            return body.length > SMALL_BODY_BYTES
                    || (gzip && GzipBody.bytesPromised(body) > SMALL_BODY_BYTES)
                    || destination
                            .match()
                            .costly()
                            .test(Query.parse(raw.getHttpURI().getQuery()));
        } catch (ApiException malformed) {
            // It is refused in its turn, like everything that asks for nothing sensible.
            return false;
        }
    }

    /**
     * Refuses at once, but for a client that sends on without waiting for answers: as long as one refusal follows the other,
     * the thread that sends them, which may be the one that reads what all others sent, does nothing else.
     */
    private void shed() {
        if (!resources.isPipelined()) {
            refuseForNow();
            return;
        }
        Scheduler.Task ignored = raw.getComponents()
                .getScheduler()
                .schedule(() -> resources.executor().execute(this::refuseForNow), PIPELINED_REFUSAL_WAIT);
    }

    private void refuseForNow() {
        send(bare(), Overload.tooManyWait(Request.target(raw)));
    }

    private Request bare() {
        return new Request(raw, Request.target(raw), Map.of(), Query.NONE, NOTHING);
    }

    /** Answers a request whose body was not read to its end, which no second request can follow. */
    private void refuse(ApiException refusal) {
        resources.forgive(admission.limits().idleMax().toMillis());
        Reply reply = ErrorBody.reply(Request.target(raw), refusal).header("Connection", "close");
        send(bare(), reply);
    }

    private void answer(Destination destination, byte[] body, Permit permit) {
        resources.worksUnder(permit);
        Request request = new Request(raw, destination.path(), Map.of(), Query.NONE, NOTHING);
        Answer answer;
        try {
            byte[] whole = gzip ? inflated(body) : body;
            if (whole.length > SMALL_BODY_BYTES && !costly) {
                // The end of the compressed body told less than there was in it.
                gzip = false;
                costly = true;
                enter(destination, whole);
                return;
            }
            Query query = Query.parse(raw.getHttpURI().getQuery());
            request = new Request(raw, destination.path(), destination.match().parts(), query, whole).on(resources);
            parts.gate().check(request, destination.match().changes());
            answer = destination.match().endpoint().answer(request);
        } catch (Throwable t) {
            answer = ErrorBody.reply(Request.target(raw), t);
        }
        sendWhenThere(request, answer, permit);
    }

    /** A virtual thread waits at next to no cost; a platform thread has other things to do. */
    private void sendWhenThere(Request request, Answer answer, Permit permit) {
        if (!(answer instanceof LaterReply later)) {
            send(request, answer.await());
            return;
        }
        permit.stepAside();
        if (HttpThreads.isVirtual() && !later.needsATurn()) {
            send(request, awaited(later));
        } else {
            permit.goOn();
            later.whenSettled(() -> sendLater(request, later, permit));
        }
    }

    private Reply awaited(LaterReply later) {
        try {
            return later.await();
        } catch (Throwable t) {
            return ErrorBody.reply(Request.target(raw), t);
        }
    }

    private void sendLater(Request request, LaterReply later, Permit permit) {
        if (later.needsATurn()) {
            permit.end();
            resources.costlyPermits().resume(resources.holder(), another -> {
                resources.worksUnder(another);
                send(request, awaited(later));
            });
            return;
        }
        try {
            send(request, awaited(later));
        } finally {
            permit.end();
        }
    }

    private byte[] inflated(byte[] body) {
        byte[] whole = GzipBody.inflate(body, parts.limits().bodyBytesMax(), resources.claim());
        resources.claim().add(-body.length);
        return whole;
    }

    private void send(Request request, Reply reply) {
        try {
            new ReplyWriter(raw, response, callback, resources).write(parts.finished(request, reply));
        } catch (Throwable t) {
            // Nobody else ends the exchange when this runs because more of the body arrived.
            callback.failed(t);
        }
    }
}
