package io.mintmark.server.http;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * One request whose body is used while it arrives: gate, receiver, body piece by piece, reply, in this order.
 *
 * <p><b>Threads.</b> Who holds the {@link #turn} drives the stream: the thread that Jetty sends because more arrived, or
 * one that stops the stream. While nothing arrives nobody holds it, and no thread waits. A stop that finds the turn
 * taken only leaves its reason in {@link #stopped}; the holder looks there before each piece, and once more after it let
 * go, so that no stop is overlooked.
 *
 * <p><b>Back-pressure.</b> The next piece is read when the receiver has taken the one before, so a receiver that waits
 * makes the sender wait, and what is in memory does not grow with the stream.
 *
 * <p><b>The end of a body that has none.</b> A receiver may be content before the body ends. The answer is sent then and
 * there, and the connection ends after it, {@link Linger lingering}.
 */
final class StreamExchange {
    private static final byte[] NOTHING = {};

    /** How often a wait may last as long as a connection may idle; clients send a sign of life more than once within. */
    private static final int SILENCES_MAX = 3;

    /** What may arrive behind the last byte that mattered without costing the connection: a last chunk, a trailer. */
    private static final int PIECES_SKIPPED_MAX = 8;

    private final HttpFront.Parts parts;
    private final Account account;
    private final org.eclipse.jetty.server.Request raw;
    private final Response response;
    private final Callback callback;
    private final ReentrantLock turn = new ReentrantLock();
    private final AtomicReference<@Nullable ApiException> stopped = new AtomicReference<>();
    private final Inflow inflow;
    private final Linger linger;
    private Request request;
    private @Nullable BodyReceiver receiver;
    private @Nullable StreamGzip gzip;
    private volatile boolean answered;
    private boolean bodyEnded;
    private boolean bodyBroken;
    private int silences;

    StreamExchange(
            HttpFront.Parts parts,
            Account account,
            org.eclipse.jetty.server.Request raw,
            Response response,
            Callback callback) {
        this.parts = parts;
        this.account = account;
        this.raw = raw;
        this.response = response;
        this.callback = callback;
        this.inflow = new Inflow(raw, account.executor());
        this.linger = new Linger(inflow, callback);
        this.request = new Request(raw, Request.target(raw), Map.of(), Query.NONE, NOTHING);
    }

    void begin(Destination destination, StreamEndpoint endpoint) {
        turn.lock();
        try {
            open(destination, endpoint);
            drive();
        } catch (Throwable t) {
            fail(t);
        } finally {
            turn.unlock();
        }
        obeyStop();
    }

    private void open(Destination destination, StreamEndpoint endpoint) {
        Query query = Query.parse(raw.getHttpURI().getQuery());
        request = new Request(raw, destination.path(), destination.match().parts(), query, NOTHING).on(account);
        parts.gate().check(request, destination.match().changes());
        boolean compressed = Inflation.isGzip(raw.getHeaders().getFields(HttpHeader.CONTENT_ENCODING));
        BodyReceiver opened = endpoint.open(request, this::stop);
        receiver = opened;
        gzip = compressed ? new StreamGzip(raw.getComponents().getByteBufferPool(), opened::take) : null;
    }

    /** Jetty calls this when more arrived after a wait, or when nothing did for too long. */
    private void resume() {
        turn.lock();
        try {
            inflow.arrived();
            if (answered) {
                linger.go(this::resume);
            } else {
                drive();
            }
        } catch (Throwable t) {
            fail(t);
        } finally {
            turn.unlock();
        }
        obeyStop();
    }

    private void stop(ApiException why) {
        stopped.compareAndSet(null, why);
        obeyStop();
    }

    private void obeyStop() {
        ApiException why = stopped.get();
        if (why != null && !answered && turn.tryLock()) {
            try {
                if (!answered) {
                    fail(why);
                }
            } finally {
                turn.unlock();
            }
        }
    }

    private void drive() {
        BodyReceiver open = Objects.requireNonNull(receiver);
        if (readWhatIsThere(open)) {
            answer(open.end());
        } else {
            inflow.await(this::resume);
        }
    }

    /** Returns true once the receiver has all it wants or the body ended, false when more has to arrive first. */
    private boolean readWhatIsThere(BodyReceiver open) {
        while (true) {
            ApiException why = stopped.get();
            if (why != null) {
                throw why;
            }
            Content.Chunk chunk = inflow.read();
            if (chunk == null) {
                open.pause();
                return false;
            }
            if (Content.Chunk.isFailure(chunk)) {
                requirePatience(chunk);
                return false;
            }
            if (!take(chunk, open) || bodyEnded) {
                return true;
            }
        }
    }

    private boolean take(Content.Chunk chunk, BodyReceiver open) {
        silences = 0;
        boolean more;
        try {
            ByteBuffer bytes = chunk.getByteBuffer();
            StreamGzip inflating = gzip;
            more = inflating == null ? !bytes.hasRemaining() || open.take(bytes) : inflating.take(bytes);
        } finally {
            bodyEnded = chunk.isLast();
            chunk.release();
        }
        if (more && bodyEnded && gzip != null) {
            gzip.requireEnd();
        }
        return more;
    }

    /** A connection idles sooner than a stream may: only so many silences in a row are the end. */
    private void requirePatience(Content.Chunk failure) {
        boolean silence = Content.Chunk.isFailure(failure, false) && failure.getFailure() instanceof TimeoutException;
        if (silence && ++silences < SILENCES_MAX) {
            return;
        }
        bodyBroken = true;
        throw BodyReader.broken(failure.getFailure(), false);
    }

    private void fail(Throwable failure) {
        if (answered) {
            callback.failed(failure);
            return;
        }
        Throwable told;
        try {
            told = receiver == null ? failure : receiver.failed(failure);
        } catch (Throwable t) {
            t.addSuppressed(failure);
            told = t;
        }
        answer(ErrorBody.reply(Request.target(raw), told));
    }

    private void answer(Reply reply) {
        answered = true;
        if (gzip != null) {
            gzip.destroy();
        }
        try {
            boolean reusable = bodyEnded || (!bodyBroken && endsHere());
            Reply last = parts.finished(request, reusable ? reply : reply.header("Connection", "close"));
            new ReplyWriter(raw, response, reusable || bodyBroken ? callback : afterwards(), account).write(last);
        } catch (Throwable t) {
            callback.failed(t);
        }
    }

    /** Tells whether the body's end has arrived too, a few pieces behind what was wanted of it. */
    private boolean endsHere() {
        if (inflow.isAwaited() || inflow.isHeldBack()) {
            return false;
        }
        for (int i = 0; i < PIECES_SKIPPED_MAX; i++) {
            Content.Chunk chunk = inflow.read();
            if (chunk == null) {
                return false;
            }
            bodyBroken = Content.Chunk.isFailure(chunk);
            boolean last = chunk.isLast();
            chunk.release();
            if (bodyBroken || last) {
                return !bodyBroken;
            }
        }
        return false;
    }

    private Callback afterwards() {
        return Callback.from(this::lingerOn, callback::failed);
    }

    private void lingerOn() {
        turn.lock();
        try {
            linger.begin(raw.getComponents().getScheduler(), () -> linger.go(this::resume));
        } finally {
            turn.unlock();
        }
    }
}
