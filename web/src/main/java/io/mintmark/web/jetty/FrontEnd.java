package io.mintmark.web.jetty;

import io.mintmark.web.jetty.input.HeldReplies;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ManagedSelector;
import org.eclipse.jetty.io.SocketChannelEndPoint;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/**
 * The server's end of one connection: it reads in slices, counts what came, and lets it wait for its turn before a
 * request.
 *
 * <p><b>Slices.</b> A thread that found bytes reads a portion of them, then other connections come. What must not run
 * beside it, it does itself when it has let go. A thread that waits for a body has no slice, and reads on as fast as
 * the client sends.
 *
 * <p><b>Clients that left.</b> While a request waits, nobody reads, and the end of a connection is nothing but what a
 * read finds: so {@link #hasLeft} reads, and keeps what it finds for whoever reads next.
 */
final class FrontEnd extends SocketChannelEndPoint {
    /** How much is read in one slice. A longer head will be refused, most of the time. */
    private static final int PORTION_BYTES = 8 << 10;

    /** How much of what a client sends while it waits is read to find its end. */
    private static final int EARLY_BYTES_MAX = 1 << 10;

    private final HeldReplies replies = new HeldReplies(super::flush);
    private @Nullable ReadingCallback reader;
    /** When it may read; null for at once. */
    private volatile @Nullable ReadScheduler readScheduler;
    /** Written by one thread at a time: the one that reads. */
    private volatile long bytesReceived;
    /** What had come when it last waited for more. */
    private volatile long bytesBefore;

    private volatile boolean onlyPortions;
    /** What was read to find the end, ready to be read again; null if there is nothing. Guarded by this. */
    private @Nullable ByteBuffer early;

    FrontEnd(SocketChannel channel, ManagedSelector selector, SelectionKey key, Scheduler scheduler) {
        super(channel, selector, key, scheduler);
    }

    /** Returns the end below {@code top}, which may be the decrypting one. */
    static FrontEnd below(EndPoint top) {
        return (FrontEnd) (top instanceof EndPoint.Wrapper wrapper ? wrapper.unwrap() : top);
    }

    /** Returns how many bytes came over the network, encrypted or not. */
    long bytesReceived() {
        return bytesReceived;
    }

    /** Decides when a step is taken that reads. */
    @FunctionalInterface
    interface ReadScheduler {
        /** Runs {@code step} now or later, or never. */
        void step(Runnable step);
    }

    /** Lets everything that reads wait for {@code next}, in the place of what it waited for until now. */
    void waitFor(ReadScheduler next) {
        readScheduler = next;
    }

    /** Reads at once from now on. */
    void waitForNothing() {
        readScheduler = null;
    }

    /** Seems to have nothing after a portion; the selector soon says that there is more. */
    @Override
    public int fill(ByteBuffer buffer) throws IOException {
        int before = takeEarly(buffer);
        if (before > 0) {
            return before;
        }
        if (!mayReadMore()) {
            return 0;
        }
        int filled = super.fill(buffer);
        if (filled > 0) {
            bytesReceived = bytesReceived + filled;
            ReadSlice.ofThread().hasRead(filled);
        }
        return filled;
    }

    /** Moves what came early into {@code buffer}, which is to be read from; returns how many bytes. */
    private synchronized int takeEarly(ByteBuffer buffer) {
        ByteBuffer kept = early;
        if (kept == null) {
            return 0;
        }
        int position = BufferUtil.flipToFill(buffer);
        int moved = BufferUtil.put(kept, buffer);
        BufferUtil.flipToFlush(buffer, position);
        early = kept.hasRemaining() ? kept : null;
        bytesReceived = bytesReceived + moved;
        return moved;
    }

    /**
     * Returns whether the client has ended its side of the connection, or broken it. Called only while nobody else
     * reads. A client that sent much without waiting for its answer has not been read to its end: nobody knows then,
     * and it counts as there.
     */
    synchronized boolean hasLeft() {
        ByteBuffer kept = early == null ? ByteBuffer.allocate(EARLY_BYTES_MAX).limit(0) : early;
        kept.compact();
        try {
            int read = kept.hasRemaining() ? getChannel().read(kept) : 0;
            return read < 0;
        } catch (IOException e) {
            return true;
        } finally {
            kept.flip();
            early = kept.hasRemaining() ? kept : null;
        }
    }

    private boolean mayReadMore() {
        ReadSlice slice = ReadSlice.ofThread();
        if (!slice.hasBegun() && onlyPortions) {
            return bytesReceived - bytesBefore < PORTION_BYTES;
        }
        return slice.bytes() < PORTION_BYTES;
    }

    /** Reads a portion at a time from now on, within a slice or not: a WebSocket has no body to wait for. */
    void readOnlyPortions() {
        onlyPortions = true;
    }

    /** Reads within a slice when bytes arrive. */
    @Override
    public void fillInterested(Callback callback) {
        bytesBefore = bytesReceived;
        if (replies.areHeld()) {
            // What comes next is not read before all replies are on their way, as if nothing had been held.
            write(Callback.from(() -> super.fillInterested(reading(callback)), callback::failed));
        } else {
            super.fillInterested(reading(callback));
        }
    }

    /** Writes now, unless it is {@link HeldReplies#holding} for this end. */
    @Override
    public boolean flush(ByteBuffer... buffers) throws IOException {
        return replies.flush(buffers);
    }

    @Override
    protected void doShutdownOutput() {
        replies.send();
        super.doShutdownOutput();
    }

    @Override
    public void doClose() {
        replies.send();
        super.doClose();
    }

    /** Returns the replies that wait for others, to share a write with them. */
    HeldReplies replies() {
        return replies;
    }

    /** Does the same for connections over TLS, which perhaps wait already. */
    @Override
    public boolean tryFillInterested(Callback callback) {
        bytesBefore = bytesReceived;
        return super.tryFillInterested(reading(callback));
    }

    /** Returns what reads within a slice; a connection always waits by the same callback. */
    private Callback reading(Callback callback) {
        ReadingCallback reading = reader;
        if (reading == null || reading.getCallback() != callback) {
            reading = new ReadingCallback(callback);
            reader = reading;
        }
        return reading;
    }

    /** Runs {@code task}, which reads, within a slice: now, or in its turn. */
    void read(Runnable task) {
        ReadScheduler present = readScheduler;
        if (present == null) {
            ReadSlice.run(task);
        } else {
            present.step(() -> ReadSlice.run(task));
        }
    }

    private final class ReadingCallback extends Callback.Nested {
        ReadingCallback(Callback callback) {
            super(callback);
        }

        @Override
        public void succeeded() {
            read(getCallback()::succeeded);
        }
    }
}
