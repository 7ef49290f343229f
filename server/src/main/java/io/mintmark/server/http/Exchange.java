package io.mintmark.server.http;

import io.mintmark.protocol.ErrorType;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.VirtualThreads;

/**
 * One request from its header to its reply: limits, body, turn, gate, endpoint, finisher, in this order.
 *
 * <p>Its steps follow each other; only the reading of the body may hand over from one thread to the next.
 */
final class Exchange {
    private static final byte[] NOTHING = {};
    /** What is sent with more than this is more work than what waits among the small. */
    private static final int SMALL_BODY_BYTES = 4 << 10;

    private final HttpFront.Parts parts;
    private final org.eclipse.jetty.server.Request raw;
    private final Response response;
    private final Callback callback;
    private final Desk desk;
    private final Account account;
    private boolean gzip;

    Exchange(
            HttpFront.Parts parts,
            Desk desk,
            org.eclipse.jetty.server.Request raw,
            Response response,
            Callback callback) {
        this.parts = parts;
        this.raw = raw;
        this.response = response;
        this.desk = desk;
        this.account = desk.open(raw);
        // Closed first, because the connection's next request may begin before the callback returns.
        this.callback = Callback.from(account::close, callback);
    }

    void begin() {
        try {
            checkLine();
            checkHeaders();
            Destination destination = Destination.of(parts.router(), raw);
            Optional<StreamEndpoint> stream = destination.match().stream();
            if (stream.isPresent()) {
                StreamExchange exchange = new StreamExchange(parts, account, raw, response, callback);
                // Its receiver may wait for the disk.
                account.executor().execute(() -> exchange.begin(destination, stream.get()));
            } else {
                checkBody();
                read(destination);
            }
        } catch (ApiException e) {
            refuse(e);
        }
    }

    private void read(Destination destination) {
        int bytesMax = parts.limits().bodyBytesMax();
        new BodyReader(
                        raw,
                        bytesMax,
                        account.claim(),
                        account.progress(),
                        body -> await(destination, body),
                        this::refuse)
                .run();
    }

    /** The body is there; the rest waits for its turn. */
    private void await(Destination destination, byte[] body) {
        account.progress().workBegins();
        Consumer<Turn> work = turn -> answer(destination, body, turn);
        if (isCostly(destination, body.length)) {
            account.costlyTurns().enter(account.holder(), work, this::shed);
        } else if (account.mayAnswerHere()) {
            account.turns().enterHere(account.holder(), work, this::shed);
        } else {
            account.turns().enter(account.holder(), work, this::shed);
        }
    }

    private boolean isCostly(Destination destination, int bodyBytes) {
        try {
            return bodyBytes > SMALL_BODY_BYTES
                    || destination
                            .match()
                            .costly()
                            .test(Query.parse(raw.getHttpURI().getQuery()));
        } catch (ApiException malformed) {
            // It is refused in its turn, like everything that asks for nothing sensible.
            return false;
        }
    }

    private void shed() {
        send(bare(), Overload.tooManyWait(Request.target(raw)));
    }

    private Request bare() {
        return new Request(raw, Request.target(raw), Map.of(), Query.NONE, NOTHING);
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
        account.forgive(desk.limits().idleMax().toMillis());
        Reply reply = ErrorBody.reply(Request.target(raw), refusal).header("Connection", "close");
        send(bare(), reply);
    }

    private void answer(Destination destination, byte[] body, Turn turn) {
        Request request = new Request(raw, destination.path(), Map.of(), Query.NONE, NOTHING);
        Answer answer;
        try {
            byte[] whole = gzip ? inflated(body) : body;
            Query query = Query.parse(raw.getHttpURI().getQuery());
            request = new Request(raw, destination.path(), destination.match().parts(), query, whole)
                    .during(turn, account.claim());
            parts.gate().check(request);
            answer = destination.match().endpoint().answer(request);
        } catch (Throwable t) {
            answer = ErrorBody.reply(Request.target(raw), t);
        }
        sendWhenThere(request, answer, turn);
    }

    /** A virtual thread waits at next to no cost; a platform thread has other things to do. */
    private void sendWhenThere(Request request, Answer answer, Turn turn) {
        if (!(answer instanceof LaterReply later)) {
            send(request, answer.await());
            return;
        }
        turn.stepAside();
        if (VirtualThreads.isVirtualThread() && !later.needsATurn()) {
            send(request, awaited(later));
        } else {
            turn.goOn();
            later.whenSettled(() -> sendLater(request, later, turn));
        }
    }

    private Reply awaited(LaterReply later) {
        try {
            return later.await();
        } catch (Throwable t) {
            return ErrorBody.reply(Request.target(raw), t);
        }
    }

    private void sendLater(Request request, LaterReply later, Turn turn) {
        if (later.needsATurn()) {
            turn.end();
            account.costlyTurns().resume(account.holder(), another -> send(request, awaited(later)));
            return;
        }
        try {
            send(request, awaited(later));
        } finally {
            turn.end();
        }
    }

    private byte[] inflated(byte[] body) {
        byte[] whole = Inflation.inflate(body, parts.limits().bodyBytesMax(), account.claim());
        account.claim().add(-body.length);
        return whole;
    }

    private void send(Request request, Reply reply) {
        try {
            new ReplyWriter(raw, response, callback, account).write(parts.finished(request, reply));
        } catch (Throwable t) {
            // Nobody else ends the exchange when this runs because more of the body arrived.
            callback.failed(t);
        }
    }
}
