package io.mintmark.client.http;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.http.HttpRequest.BodyPublisher;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow.Subscriber;
import java.util.concurrent.Flow.Subscription;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A request body that is written while it is sent: bytes are written to the stream, and leave as the connection takes
 * them.
 *
 * <p>It holds at most {@value #CHUNKS_MAX} chunks of {@value #CHUNK_BYTES} bytes; a writer that is faster waits. Whole
 * chunks are sent; {@link #push} also sends one that is not full. {@link #end} says that the body is no longer read:
 * writers then fail instead of waiting for ever. One thread writes at a time; any thread may end the body.
 */
public final class StreamedBody extends OutputStream implements BodyPublisher {
    private static final int CHUNK_BYTES = 64 << 10;
    private static final int CHUNKS_MAX = 8;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Deque<ByteBuffer> waiting = new ArrayDeque<>();
    private final CompletableFuture<Void> reading = new CompletableFuture<>();

    private byte[] chunk = new byte[CHUNK_BYTES];
    private int filled;

    private @Nullable Subscriber<? super ByteBuffer> subscriber;
    private long demand;
    private boolean delivering;
    private boolean complete;
    private boolean told;
    private boolean ended;

    /** Creates an empty body. */
    public StreamedBody() {}

    @Override
    public long contentLength() {
        return -1;
    }

    @Override
    public void write(int one) throws IOException {
        write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        int from = offset;
        int left = length;
        while (left > 0) {
            int part = Math.min(left, CHUNK_BYTES - filled);
            System.arraycopy(bytes, from, chunk, filled, part);
            filled += part;
            from += part;
            left -= part;
            if (filled == CHUNK_BYTES) {
                push();
            }
        }
    }

    /** Hands over what was written so far; waits while too much is on its way. */
    public void push() throws IOException {
        if (filled > 0) {
            ByteBuffer full = ByteBuffer.wrap(chunk, 0, filled);
            chunk = new byte[CHUNK_BYTES];
            filled = 0;
            enqueue(full);
        }
    }

    private void enqueue(ByteBuffer full) throws IOException {
        lock.lock();
        try {
            while (waiting.size() >= CHUNKS_MAX && !ended) {
                changed.await();
            }
            if (ended) {
                throw new IOException("nobody reads the body any more");
            }
            waiting.add(full);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while the connection was busy");
        } finally {
            lock.unlock();
        }
        deliver();
    }

    /** Hands over the rest and completes the body. */
    @Override
    public void close() throws IOException {
        push();
        lock.lock();
        try {
            complete = true;
        } finally {
            lock.unlock();
        }
        deliver();
    }

    /** Lets every later write fail. */
    public void end() {
        lock.lock();
        try {
            ended = true;
            waiting.clear();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void subscribe(Subscriber<? super ByteBuffer> reader) {
        lock.lock();
        try {
            if (subscriber != null) {
                throw new IllegalStateException("a body that is made while it is sent cannot be sent twice");
            }
            subscriber = reader;
        } finally {
            lock.unlock();
        }
        reader.onSubscribe(new Demand());
        reading.complete(null);
        deliver();
    }

    /** Returns a future that completes when the body is first read. Until then none of it has left. */
    public CompletableFuture<?> reading() {
        return reading;
    }

    /** Gives the reader what it asked for; while one thread does so, others return at once. */
    private void deliver() {
        while (true) {
            Subscriber<? super ByteBuffer> reader;
            ByteBuffer next;
            lock.lock();
            try {
                reader = subscriber;
                boolean more = demand > 0 && !waiting.isEmpty();
                boolean last = complete && waiting.isEmpty() && !told;
                if (delivering || reader == null || ended || !(more || last)) {
                    return;
                }
                delivering = true;
                told |= !more;
                next = more ? waiting.poll() : null;
                demand -= more ? 1 : 0;
                changed.signalAll();
            } finally {
                lock.unlock();
            }
            give(reader, next);
        }
    }

    private void give(Subscriber<? super ByteBuffer> reader, @Nullable ByteBuffer next) {
        try {
            if (next == null) {
                reader.onComplete();
            } else {
                reader.onNext(next);
            }
        } finally {
            lock.lock();
            try {
                delivering = false;
            } finally {
                lock.unlock();
            }
        }
    }

    /** The demand of the reader. */
    private final class Demand implements Subscription {
        @Override
        public void request(long count) {
            lock.lock();
            try {
                demand = Math.max(demand + count, count);
            } finally {
                lock.unlock();
            }
            deliver();
        }

        @Override
        public void cancel() {
            end();
        }
    }
}
