package io.mintmark.web.jetty.input;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Replies of one connection that wait for the next one, so that requests which came together take one write. Only the
 * thread that reads holds what it answers itself, and only while another request is there already.
 *
 * <p><b>Why none stays.</b> Every later write of the connection takes what is held along, in order. The reader sends it
 * before it hands a request over, leaves one to be answered later, or waits for more bytes. Thread-safe.
 */
public final class HeldReplies {
    private static final int BYTES_MAX = 16 << 10;
    private static final int BYTES_FIRST = 4 << 10;

    /** Writes to the network what it takes at once. */
    @FunctionalInterface
    public interface Network {
        /** Returns whether all of it was written. */
        boolean write(ByteBuffer... buffers) throws IOException;
    }

    private final Network network;
    /** The thread whose writes are held; it alone sets this, and so any other finds that it is not the one. */
    private volatile @Nullable Thread holder;

    private BooleanSupplier more = () -> false;
    /** What is held, ready to be written; null if there is nothing. Guarded by this. */
    private @Nullable ByteBuffer held;

    /** Holds nothing yet, and writes to {@code network}. */
    public HeldReplies(Network network) {
        this.network = network;
    }

    /** Runs {@code answering}, whose writes by this thread are held as long as there are {@code moreRequests}. */
    public void holding(BooleanSupplier moreRequests, Runnable answering) {
        more = moreRequests;
        holder = Thread.currentThread();
        try {
            answering.run();
        } finally {
            holder = null;
        }
    }

    /** Holds {@code buffers}, or writes them behind what is held; returns whether nothing of them is left. */
    public boolean flush(ByteBuffer... buffers) throws IOException {
        boolean mayHold = holder == Thread.currentThread() && more.getAsBoolean();
        synchronized (this) {
            return (mayHold && hold(buffers)) || write(buffers);
        }
    }

    private boolean hold(ByteBuffer... buffers) {
        int bytes = 0;
        for (ByteBuffer buffer : buffers) {
            bytes += buffer.remaining();
        }
        ByteBuffer room = room(bytes);
        if (room == null) {
            return false;
        }
        room.compact();
        for (ByteBuffer buffer : buffers) {
            room.put(buffer);
        }
        room.flip();
        held = room;
        return true;
    }

    /** Returns what is held, in a buffer that has room for so many bytes more; null if they are too many. */
    private @Nullable ByteBuffer room(int bytes) {
        ByteBuffer before = held;
        int needed = bytes + (before == null ? 0 : before.remaining());
        if (needed > BYTES_MAX) {
            return null;
        }
        if (before != null && needed <= before.capacity()) {
            return before;
        }
        ByteBuffer larger = ByteBuffer.allocate(needed <= BYTES_FIRST ? BYTES_FIRST : BYTES_MAX);
        if (before != null) {
            larger.put(before);
        }
        return larger.flip();
    }

    private boolean write(ByteBuffer... buffers) throws IOException {
        ByteBuffer first = held;
        if (first == null) {
            return network.write(buffers);
        }
        ByteBuffer[] all = new ByteBuffer[buffers.length + 1];
        all[0] = first;
        System.arraycopy(buffers, 0, all, 1, buffers.length);
        boolean done = network.write(all);
        if (!first.hasRemaining()) {
            held = null;
        }
        return done;
    }

    /** Sends what is held, as far as the network takes it at once; the next write takes the rest along. */
    public void send() {
        try {
            synchronized (this) {
                boolean ignored = held == null || write();
            }
        } catch (IOException e) {
            // The reply that follows meets the same, and ends the connection.
            return;
        }
    }

    /** Returns whether anything is held. */
    public synchronized boolean areHeld() {
        return held != null;
    }
}
