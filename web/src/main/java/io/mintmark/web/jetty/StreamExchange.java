package io.mintmark.web.jetty;

import io.mintmark.web.admission.Permit;
import io.mintmark.web.admission.RequestResources;
import io.mintmark.web.body.ContentCoding;
import io.mintmark.web.body.InflationLimit;
import io.mintmark.web.body.ZstdInflater;
import io.mintmark.web.http.ApiException;
import io.mintmark.web.http.BodyReceiver;
import io.mintmark.web.http.Destination;
import io.mintmark.web.http.ErrorBody;
import io.mintmark.web.http.Overload;
import io.mintmark.web.http.Reply;
import io.mintmark.web.http.Request;
import io.mintmark.web.http.StreamEndpoint;
import io.mintmark.web.jetty.input.BodySource;
import io.mintmark.web.jetty.input.LingeringClose;
import io.mintmark.web.jetty.input.StreamBody;
import io.mintmark.web.jetty.input.StreamGzip;
import io.mintmark.web.jetty.input.StreamInflater;
import io.mintmark.web.jetty.input.StreamZstd;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/**
 * One request whose body is used while it arrives: gate, receiver, body piece by piece, reply, in this order.
 *
 * <p><b>Permits.</b> All of this is done under {@link Permit permits} for costly work, like lists and batches, and a
 * long stream takes many: after a {@link #SLICE_BYTES slice} of it, and where its receiver stepped aside to wait,
 * others come first. The first permit may be refused; the others only wait, since a half of a stream is of little use.
 *
 * <p><b>Threads.</b> The holder of the {@link #lock} drives the stream: work under a permit, or the thread of one that
 * stops it. While nothing arrives nobody holds it, and no thread waits. A stop that finds it taken only leaves its
 * reason in {@link #stopped}; the holder looks there before each piece, and once more after it let go, so that no stop
 * is overlooked.
 *
 * <p><b>Back-pressure.</b> The next piece is read when the receiver has taken the one before, so a receiver that waits
 * makes the sender wait, and what is in memory does not grow with the stream.
 *
 * <p><b>The end of a body that has none.</b> A receiver may be content before the body ends. The answer is sent then
 * and there, and the connection ends after it by a {@link LingeringClose}.
 */
final class StreamExchange {
    /** How many inflated bytes are taken under one permit, but for the piece that passes it: others wait meanwhile. */
    private static final int SLICE_BYTES = 64 << 10;

    /** How long pieces are taken under one permit; small commands need this time for fewer bytes. */
    private static final long SLICE_NANOS = 2_000_000;

    /** How many pieces are taken under one permit; they may be of a byte each. */
    private static final int SLICE_PIECES = 256;

    /** How much longer a stream rests after each further slice that only kept it open. */
    private static final long REST_STEP_MILLIS = 2;

    private static final long REST_MAX_MILLIS = 1_000;

    private final ReentrantLock lock = new ReentrantLock();
    private final AtomicReference<@Nullable ApiException> stopped = new AtomicReference<>();
    private final Exchange exchange;
    private final RequestResources resources;
    private final BodySource source;
    private final LingeringClose lingeringClose;
    private Request request;
    private @Nullable BodyReceiver receiver;
    private @Nullable StreamBody body;
    private volatile boolean answered;
    private boolean hasMore;
    private long sliceBytes;
    private long restMillis;

    /** Takes {@code exchange} over. */
    StreamExchange(Exchange exchange) {
        this.exchange = exchange;
        this.resources = exchange.resources;
        this.source = new BodySource(exchange.raw, this::later);
        this.lingeringClose = new LingeringClose(source, this::later, exchange.callback);
        this.request = exchange.head();
    }

    /** Begins under a permit, or is refused before anything was done. */
    void enter(Destination destination, StreamEndpoint endpoint) {
        resources
                .costlyPermits()
                .enter(resources.party(), permit -> during(permit, () -> begin(destination, endpoint)), this::shed);
    }

    private void begin(Destination destination, StreamEndpoint endpoint) {
        open(destination, endpoint);
        drive();
    }

    private void shed() {
        lock.lock();
        try {
            answer(Overload.tooManyWait(exchange.target()));
        } finally {
            lock.unlock();
        }
    }

    private void open(Destination destination, StreamEndpoint endpoint) {
        request = new Request(exchange, destination, Exchange.NOTHING);
        exchange.handler.gate().check(request, destination.changes());
        ContentCoding coding = RequestHeads.coding(exchange.raw);
        receiver = endpoint.open(request, this::stop);
        body = new StreamBody(source, this::take, coding == null ? null : inflater(coding));
    }

    private StreamInflater inflater(ContentCoding coding) {
        InflationLimit limit = InflationLimit.ofStream(exchange.handler.sizes().bodyBytesMax());
        return switch (coding) {
            case GZIP -> new StreamGzip(exchange.raw.getComponents().getByteBufferPool(), limit, this::take);
            case ZSTD -> new StreamZstd(ZstdInflater.ofStream(resources.memory()), limit, this::take);
        };
    }

    private boolean take(ByteBuffer bytes) {
        sliceBytes += bytes.remaining();
        return Objects.requireNonNull(receiver).take(bytes);
    }

    /** Runs {@code task} under a permit of its own. */
    private void later(Runnable task) {
        resources.costlyPermits().resumeLast(resources.party(), permit -> during(permit, task));
    }

    private void during(Permit permit, Runnable task) {
        boolean more;
        long rest;
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
            rest = restMillis;
            lock.unlock();
        }
        obeyStop();
        if (more) {
            goOnAfter(rest);
        }
    }

    private void goOnAfter(long millis) {
        if (millis == 0) {
            later(this::goOn);
        } else {
            Scheduler.Task ignored = exchange.raw
                    .getComponents()
                    .getScheduler()
                    .schedule(() -> later(this::goOn), millis, TimeUnit.MILLISECONDS);
        }
    }

    /** Called when more arrived after a wait, or when nothing arrived for too long. */
    private void resume() {
        source.arrived();
        if (answered) {
            lingerOn();
        } else {
            drive();
        }
    }

    private void lingerOn() {
        lingeringClose.go(this::resume, this::lingerOn);
    }

    /** Takes the next slice of what is there already. */
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
            case TAKEN -> {
                hasMore = true;
                restMillis = open.wasIdle() ? Math.min(restMillis + REST_STEP_MILLIS, REST_MAX_MILLIS) : 0;
                if (restMillis > 0) {
                    // What came before must not wait for its commit.
                    open.pause();
                }
            }
            case NOTHING_THERE -> {
                open.pause();
                source.await(this::resume);
            }
        }
    }

    /** Returns what became of the last piece under this permit. */
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

    /** At least one piece is taken under each permit, or on a busy machine permits would pass with nothing done. */
    private boolean mayTakeMore(int pieces) {
        return pieces == 0
                || (pieces < SLICE_PIECES && sliceBytes < SLICE_BYTES && !resources.shouldYield(SLICE_NANOS));
    }

    private void fail(Throwable failure) {
        if (answered) {
            exchange.callback.failed(failure);
            return;
        }
        Throwable told;
        try {
            told = receiver == null ? failure : receiver.failed(failure);
        } catch (Throwable t) {
            t.addSuppressed(failure);
            told = t;
        }
        answer(ErrorBody.reply(exchange.target(), told));
    }

    private void answer(Reply reply) {
        answered = true;
        StreamBody read = body;
        if (read != null) {
            read.close();
        }
        try {
            boolean reusable = (read != null && read.hasEnded()) || source.endsHere();
            Reply last = reusable ? reply : reply.header("Connection", "close");
            exchange.send(request, last, reusable || source.isBroken() ? exchange.callback : afterwards());
        } catch (Throwable t) {
            exchange.callback.failed(t);
        }
    }

    private Callback afterwards() {
        return Callback.from(this::beginToLinger, exchange.callback::failed);
    }

    private void beginToLinger() {
        lock.lock();
        try {
            lingeringClose.begin(exchange.raw.getComponents().getScheduler(), this::lingerOn);
        } finally {
            lock.unlock();
        }
    }
}
