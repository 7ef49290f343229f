package io.mintmark.server.jetty;

import io.mintmark.server.admission.Permit;
import io.mintmark.server.admission.RequestResources;
import io.mintmark.server.body.GzipBody;
import io.mintmark.server.http.Answer;
import io.mintmark.server.http.ApiException;
import io.mintmark.server.http.Destination;
import io.mintmark.server.http.ErrorBody;
import io.mintmark.server.http.LaterReply;
import io.mintmark.server.http.Overload;
import io.mintmark.server.http.Reply;
import io.mintmark.server.http.Request;
import java.time.Duration;
import java.util.function.Consumer;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * One request whose body is read whole, from its header to its reply: limits, body, permit, gate, endpoint, filter, in
 * this order.
 *
 * <p>Its steps follow each other; only the reading of the body may hand over from one thread to the next.
 */
final class WholeExchange extends Exchange {
    /** A request with a larger body is more work than those that wait among the small. */
    private static final int SMALL_BODY_BYTES = 4 << 10;
    /** How long a pipelined request waits for its 503. */
    private static final Duration PIPELINED_REFUSAL_WAIT = Duration.ofMillis(100);

    private boolean gzip;
    private boolean costly;

    WholeExchange(JettyHandler handler, org.eclipse.jetty.server.Request raw, Response response, Callback callback) {
        this(
                handler,
                raw,
                response,
                callback,
                handler.admission()
                        .open(FrontConnection.of(raw).state(), raw.getHttpURI().getPath()));
    }

    private WholeExchange(
            JettyHandler handler,
            org.eclipse.jetty.server.Request raw,
            Response response,
            Callback callback,
            RequestResources resources) {
        // The resources are given back first, because the connection's next request may begin before the callback
        // returns.
        super(handler, raw, response, Callback.from(resources::close, callback), resources);
    }

    void begin() {
        try {
            open();
        } catch (Throwable t) {
            stop(t);
        }
    }

    private void open() {
        RequestHead.check(raw, handler.limits());
        Destination destination = destination();
        if (destination.stream().isPresent()) {
            // A stream may be as slow as its sender's work: heartbeats keep it, silence ends it.
            workBegins();
            new StreamExchange(this).enter(destination, destination.stream().get());
            return;
        }
        RequestHead.checkLength(raw, handler.limits());
        if (RequestHead.hasBody(raw)) {
            gzip = RequestHead.isGzip(raw);
            read(destination);
        } else {
            await(destination, NOTHING);
        }
    }

    private Destination destination() {
        try {
            return handler.router().find(raw.getMethod(), raw.getHttpURI().getPath());
        } catch (ApiException malformed) {
            return Destination.refusing(target(), malformed);
        }
    }

    /** Ends the wait for the client, unless the reaper just did. */
    private void workBegins() {
        if (!resources.progress().workBegins()) {
            throw BodyReader.tooSlow();
        }
    }

    /** Ends an exchange whose work did not begin; nobody else would close its resources. */
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
        int bytesMax = handler.limits().bodyBytesMax();
        new BodyReader(raw, bytesMax, resources, body -> await(destination, body), this::stop).run();
    }

    /** Lets the request, whose body is there, wait for its permit. */
    private void await(Destination destination, byte[] body) {
        workBegins();
        costly = isCostly(destination, body);
        enter(destination, body);
    }

    private void enter(Destination destination, byte[] body) {
        Consumer<Permit> work = permit -> answer(destination, body, permit);
        if (costly) {
            resources.costlyPermits().enter(resources.party(), work, this::shed);
        } else if (HttpThreads.isVirtual() && resources.isFirstOfThread()) {
            resources.permits().enterHere(resources.party(), work, this::shed);
        } else {
            resources.permits().enter(resources.party(), work, this::shed);
        }
    }

    private boolean isCostly(Destination destination, byte[] body) {
        try {
            return body.length > SMALL_BODY_BYTES
                    || (gzip && GzipBody.bytesPromised(body) > SMALL_BODY_BYTES)
                    || destination.costly().test(query());
        } catch (ApiException malformed) {
            // It is refused under its permit, like everything that asks for nothing sensible.
            return false;
        }
    }

    /**
     * Refuses at once, but for a client that sends on without waiting for answers: while one refusal follows the other,
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
        send(head(), Overload.tooManyWait(target()));
    }

    /** Answers a request whose body was not read to its end, which no second request can follow. */
    private void refuse(ApiException refusal) {
        resources.forgive();
        Reply reply = ErrorBody.reply(target(), refusal).header("Connection", "close");
        send(head(), reply);
    }

    private void answer(Destination destination, byte[] body, Permit permit) {
        resources.worksUnder(permit);
        Request request = Request.headOf(this, destination.path());
        Answer answer;
        try {
            byte[] whole = gzip ? inflated(body) : body;
            if (whole.length > SMALL_BODY_BYTES && !costly) {
                // The end of the compressed body promised fewer bytes than there are in it.
                gzip = false;
                costly = true;
                enter(destination, whole);
                return;
            }
            request = new Request(this, destination, query(), whole);
            handler.gate().check(request, destination.changes());
            answer = destination.endpoint().answer(request);
        } catch (Throwable t) {
            answer = ErrorBody.reply(target(), t);
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
        if (HttpThreads.isVirtual() && !later.isCostly()) {
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
            return ErrorBody.reply(target(), t);
        }
    }

    private void sendLater(Request request, LaterReply later, Permit permit) {
        if (later.isCostly()) {
            permit.end();
            resources.costlyPermits().resume(resources.party(), another -> {
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
        byte[] whole = GzipBody.inflate(body, handler.limits().bodyBytesMax(), resources.memory());
        resources.memory().add(-body.length);
        return whole;
    }

    private void send(Request request, Reply reply) {
        try {
            send(request, reply, callback);
        } catch (Throwable t) {
            // Nobody else ends the exchange when this runs because more of the body arrived.
            callback.failed(t);
        }
    }
}
