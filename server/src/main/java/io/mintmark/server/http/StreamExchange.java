package io.mintmark.server.http;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * One request whose body is used while it arrives: gate, receiver, body piece by piece, reply, in this order.
 *
 * <p><b>Turns.</b> All of this is done in {@link PermitQueue} among the costly, like lists and batches, and a stream that has much
 * gets many: after a {@link #SLICE_BYTES slice} of it, and where its receiver stepped aside to wait, others come first. The
 * first turn may be refused; the others only wait, since a half of a stream is of little use.
 *
 * <p><b>Threads.</b> Who holds the {@link #lock} drives the stream: a turn, or the thread of one that stops it. While nothing
 * arrives nobody holds it, and no thread waits. A stop that finds it taken only leaves its reason in {@link #stopped}; the
 * holder looks there before each piece, and once more after it let go, so that no stop is overlooked.
 *
 * <p><b>Back-pressure.</b> The next piece is read when the receiver has taken the one before, so a receiver that waits
 * makes the sender wait, and what is in memory does not grow with the stream.
 *
 * <p><b>The end of a body that has none.</b> A receiver may be content before the body ends. The answer is sent then and
 * there, and the connection ends after it, {@link LingeringClose lingering}.
 */
final class StreamExchange {
    private static final byte[] NOTHING = {};

    /** What is taken in one turn, inflated, but for the piece that passes it: so that others do not wait long for theirs. */
    private static final int SLICE_BYTES = 64 << 10;

    /** Nor is taken longer than this, which small commands need for fewer bytes. */
    private static final long SLICE_NANOS = 2_000_000;

    /** Nor more pieces than these, which may be of a byte each. */
    private static final int SLICE_PIECES = 256;

    private final HttpFront.Parts parts;
    private final RequestResources resources;
    private final org.eclipse.jetty.server.Request raw;
    private final Response response;
    private final Callback callback;
    private final ReentrantLock lock = new ReentrantLock();
    private final AtomicReference<@Nullable ApiException> stopped = new AtomicReference<>();
    private final BodySource inflow;
    private final LingeringClose linger;
    private Request request;
    private @Nullable BodyReceiver receiver;
    private @Nullable StreamBody body;
    private volatile boolean answered;
    private boolean hasMore;
    private long sliceBytes;

    StreamExchange(
            HttpFront.Parts parts,
            RequestResources resources,
            org.eclipse.jetty.server.Request raw,
            Response response,
            Callback callback) {
        this.parts = parts;
        this.resources = resources;
        this.raw = raw;
        this.response = response;
        this.callback = callback;
        this.inflow = new BodySource(raw, this::later);
        this.linger = new LingeringClose(inflow, this::later, callback);
        this.request = new Request(raw, Request.target(raw), Map.of(), Query.NONE, NOTHING);
    }

    /** Begins in a turn, or is refused before anything was done. */
    void enter(Destination destination, StreamEndpoint endpoint) {
        resources.costlyPermits()
                .enter(resources.holder(), permit -> during(permit, () -> begin(destination, endpoint)), this::shed);
    }

    private void begin(Destination destination, StreamEndpoint endpoint) {
        open(destination, endpoint);
        drive();
    }

    private void shed() {
        lock.lock();
        try {
            answer(Overload.tooManyWait(Request.target(raw)));
        } finally {
            lock.unlock();
        }
    }

    private void open(Destination destination, StreamEndpoint endpoint) {
        Query query = Query.parse(raw.getHttpURI().getQuery());
        request = new Request(raw, destination.path(), destination.match().parts(), query, NOTHING).on(resources);
        parts.gate().check(request, destination.match().changes());
        boolean compressed = GzipBody.isGzip(raw.getHeaders().getFields(HttpHeader.CONTENT_ENCODING));
        receiver = endpoint.open(request, this::stop);
        body = new StreamBody(inflow, this::take, compressed ? gzip() : null);
    }

    private StreamGzip gzip() {
        InflationLimit growth = InflationLimit.ofAStream(parts.limits().bodyBytesMax());
        return new StreamGzip(raw.getComponents().getByteBufferPool(), growth, this::take);
    }

    private boolean take(ByteBuffer bytes) {
        sliceBytes += bytes.remaining();
        return Objects.requireNonNull(receiver).take(bytes);
    }

    /** Has {@code task} run in a turn of its own. */
    private void later(Runnable task) {
        resources.costlyPermits().resumeLast(resources.holder(), permit -> during(permit, task));
    }

    private void during(Permit permit, Runnable task) {
        boolean more;
        lock.lock();
        try {
            resources.worksUnder(permit);
            sliceBytes = 0;
            hasMore = false;
            task.run();
        } catch (Throwable t) {
            fail(t);
        } finally {
            more = hasMore;
            lock.unlock();
        }
        obeyStop();
        if (more) {
            later(this::goOn);
        }
    }

    /** Called when more arrived after a wait, or when nothing did for too long. */
    private void resume() {
        inflow.arrived();
        if (answered) {
            lingerOn();
        } else {
            drive();
        }
    }

    private void lingerOn() {
        linger.go(this::resume, this::lingerOn);
    }

    /** The next slice of what is there already. */
    private void goOn() {
        if (!answered) {
            drive();
        }
    }

    private void stop(ApiException why) {
        stopped.compareAndSet(null, why);
        obeyStop();
    }

    private void obeyStop() {
        ApiException why = stopped.get();
        if (why != null && !answered && lock.tryLock()) {
            try {
                if (!answered) {
                    fail(why);
                }
            } finally {
                lock.unlock();
            }
        }
    }

    private void drive() {
        BodyReceiver open = Objects.requireNonNull(receiver);
        switch (takeASlice(Objects.requireNonNull(body))) {
            case WHOLE -> answer(open.end());
            case TAKEN -> hasMore = true;
            case NOTHING_THERE -> {
                open.pause();
                inflow.await(this::resume);
            }
        }
    }

    /** Returns what became of the last piece of this turn. */
    private StreamBody.Step takeASlice(StreamBody from) {
        StreamBody.Step step = StreamBody.Step.TAKEN;
        for (int i = 0; step == StreamBody.Step.TAKEN && mayTakeMore(i); i++) {
            ApiException why = stopped.get();
            if (why != null) {
                throw why;
            }
            step = from.take();
        }
        if (step == StreamBody.Step.TAKEN) {
            from.requireClient();
        }
        return step;
    }

    /** A turn takes one piece at least, or a busy machine would give turns in which nothing is done. */
    private boolean mayTakeMore(int pieces) {
        return pieces == 0
                || (pieces < SLICE_PIECES && sliceBytes < SLICE_BYTES && !resources.shouldYield(SLICE_NANOS));
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
        StreamBody read = body;
        if (read != null) {
            read.close();
        }
        try {
            boolean reusable = (read != null && read.hasEnded()) || inflow.endsHere();
            Reply last = parts.finished(request, reusable ? reply : reply.header("Connection", "close"));
            new ReplyWriter(raw, response, reusable || inflow.isBroken() ? callback : afterwards(), resources)
                    .write(last);
        } catch (Throwable t) {
            callback.failed(t);
        }
    }

    private Callback afterwards() {
        return Callback.from(this::beginToLinger, callback::failed);
    }

    private void beginToLinger() {
        lock.lock();
        try {
            linger.begin(raw.getComponents().getScheduler(), this::lingerOn);
        } finally {
            lock.unlock();
        }
    }
}
