package io.mintmark.web.jetty;

import io.mintmark.support.Party;
import io.mintmark.web.admission.Permit;
import io.mintmark.web.admission.PermitQueue;
import io.mintmark.web.admission.RequestResources;
import io.mintmark.web.http.Answer;
import io.mintmark.web.http.ApiException;
import io.mintmark.web.http.Destination;
import io.mintmark.web.http.ErrorBody;
import io.mintmark.web.http.LaterReply;
import io.mintmark.web.http.Query;
import io.mintmark.web.http.Reply;
import io.mintmark.web.http.Request;
import io.mintmark.web.http.Transport;
import io.mintmark.web.jetty.input.AcceptedTypes;
import java.net.InetSocketAddress;
import java.security.cert.X509Certificate;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * One request, from its head to its reply: limits, route, body, permit, gate, endpoint, filter, in this order.
 *
 * <p>Its steps follow each other; only the reading of the body may hand over from one thread to the next. What few
 * requests need is elsewhere: a {@link WholeBody}, a {@link StreamExchange}, a {@link SocketExchange}, a
 * {@link ShedRequest}.
 */
final class Exchange implements Transport {
    static final byte[] NOTHING = {};

    final JettyHandler handler;
    final org.eclipse.jetty.server.Request raw;
    final Response response;
    final Callback callback;
    final RequestResources resources;
    private final Party party;
    private boolean costly;
    /** Whether the connection may be read by others again, whose bytes nobody may look at. Guarded by this. */
    private boolean answered;

    /** Takes {@code raw} over, and grants its resources; the exchange gives them back, then ends {@code ended}. */
    Exchange(JettyHandler handler, org.eclipse.jetty.server.Request raw, Response response, Callback ended) {
        this.handler = handler;
        this.raw = raw;
        this.response = response;
        PermitQueue permits = handler.permitsFor(raw.getHttpURI().getPath());
        this.resources = FrontConnection.of(raw).client().begin(permits);
        this.party = new Party(resources.party(), resources::stepAside);
        // The resources are given back first, because the connection's next request may begin before the callback
        // returns.
        this.callback = Callback.from(resources::close, ended);
    }

    void begin() {
        FrontConnection connection = FrontConnection.of(raw);
        try {
            open();
        } catch (Throwable t) {
            stop(t);
        }
        if (!isAnswered()) {
            // Replies to earlier requests wait for this one only as long as it is answered at once.
            connection.sendHeld();
        }
    }

    private void open() {
        handler.heads().check(raw);
        Destination destination = destination();
        if (destination.stream().isPresent()) {
            // A stream may be as slow as its sender's work: heartbeats keep it, silence ends it.
            new StreamExchange(this).enter(destination, destination.stream().get());
        } else if (destination.socket().isPresent() && RequestHeads.isUpgrade(raw)) {
            new SocketExchange(this).enter(destination, destination.socket().get());
        } else if (RequestHeads.hasBody(raw)) {
            WholeBody.read(this, body -> enter(destination, body), this::stop);
        } else {
            enter(destination, null);
        }
    }

    private Destination destination() {
        try {
            return handler.router().find(raw.getMethod(), target());
        } catch (ApiException malformed) {
            return Destination.refusing(target(), malformed);
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

    /** Answers a request whose body was not read to its end, which no second request can follow. */
    private void refuse(ApiException refusal) {
        resources.forgive();
        Reply reply = ErrorBody.reply(target(), refusal).header("Connection", "close");
        send(head(), reply);
    }

    /** Lets the request, whose body is there, wait for its permit. */
    private void enter(Destination destination, @Nullable WholeBody body) {
        costly = (body != null && body.isLarge()) || asksForMuch(destination);
        Consumer<Permit> work = permit -> answer(destination, body, permit);
        if (costly) {
            resources.costlyPermits().enter(resources.party(), work, this::shed);
        } else if (body == null && destination.isNonBlocking()) {
            FrontConnection.of(raw)
                    .answerHere(() -> resources.permits().enterHere(resources.party(), work, this::shed));
        } else {
            resources.permits().enter(resources.party(), work, this::shed);
        }
    }

    private boolean asksForMuch(Destination destination) {
        try {
            return destination.costly().isPresent()
                    && destination.costly().get().test(Query.ofTarget(target()));
        } catch (ApiException malformed) {
            // It is refused under its permit, like everything that asks for nothing sensible.
            return false;
        }
    }

    private void shed() {
        new ShedRequest(this).refuse();
    }

    private void answer(Destination destination, @Nullable WholeBody body, Permit permit) {
        resources.worksUnder(permit);
        Request request = Request.headOf(this, destination);
        Answer answer;
        try {
            byte[] bytes = body == null ? NOTHING : body.inflated();
            if (body != null && body.isLarge() && !costly) {
                // The end of the compressed body promised fewer bytes than there are in it.
                enter(destination, body);
                return;
            }
            request = new Request(this, destination, bytes);
            handler.gate().check(request, destination.changes());
            answer = destination.endpoint().answer(request);
        } catch (Throwable t) {
            answer = ErrorBody.reply(target(), t);
        }
        if (answer instanceof LaterReply later) {
            sendWhenReady(request, later, permit);
        } else {
            send(request, answer.await());
        }
    }

    /** Lets others compute, and the thread do other things, until the reply is there. */
    private void sendWhenReady(Request request, LaterReply reply, Permit permit) {
        permit.stepAside();
        permit.goOn();
        reply.whenSettled(() -> sendReady(request, reply, permit));
    }

    private void sendReady(Request request, LaterReply reply, Permit permit) {
        if (reply.isCostly()) {
            permit.end();
            resources.costlyPermits().resume(resources.party(), another -> {
                resources.worksUnder(another);
                send(request, awaited(reply));
            });
            return;
        }
        try {
            send(request, awaited(reply));
        } finally {
            permit.end();
        }
    }

    private Reply awaited(LaterReply reply) {
        try {
            return reply.await();
        } catch (Throwable t) {
            return ErrorBody.reply(target(), t);
        }
    }

    /** Sends what the filter makes of {@code reply}, and ends the exchange. */
    void send(Request request, Reply reply) {
        answers();
        try {
            send(request, reply, callback);
        } catch (Throwable t) {
            // Nobody else ends the exchange when this runs because more of the body arrived.
            callback.failed(t);
        }
    }

    /** Sends what the filter makes of {@code reply}; then {@code sent} is called. */
    void send(Request request, Reply reply, Callback sent) {
        Callback told = RequestLog.isOn() ? RequestLog.telling(request, this, sent) : sent;
        new ReplyWriter(raw, response, told, resources).write(handler.filtered(request, reply));
    }

    /** Returns the request as far as it is known before its body is read. */
    Request head() {
        return Request.headOf(this, target());
    }

    @Override
    public String method() {
        return raw.getMethod();
    }

    @Override
    public String target() {
        return RequestHeads.target(raw);
    }

    @Override
    public Optional<String> header(String name) {
        return Optional.ofNullable(raw.getHeaders().get(name));
    }

    @Override
    public boolean prefers(String accept, String type, String other) {
        return AcceptedTypes.prefers(accept, type, other);
    }

    @Override
    public String remoteAddress() {
        return raw.getConnectionMetaData().getRemoteSocketAddress() instanceof InetSocketAddress remote
                        && remote.getAddress() != null
                ? remote.getAddress().getHostAddress()
                : "";
    }

    @Override
    public boolean isSecure() {
        return FrontConnection.of(raw).isSecure();
    }

    @Override
    public Optional<X509Certificate> clientCertificate() {
        return FrontConnection.of(raw).clientCertificate();
    }

    @Override
    public <T> T ofConnection(Class<T> type, Supplier<? extends T> make) {
        return FrontConnection.of(raw).only(type, make);
    }

    @Override
    public Party party() {
        return party;
    }

    @Override
    public void keepInMemory(long bytes) {
        resources.memory().add(bytes);
    }

    @Override
    public synchronized boolean hasLeft() {
        return !answered && FrontConnection.of(raw).hasLeft();
    }

    private synchronized boolean isAnswered() {
        return answered;
    }

    private synchronized void answers() {
        answered = true;
    }
}
