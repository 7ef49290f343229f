package io.mintmark.server.jetty;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ManagedSelector;
import org.eclipse.jetty.io.SocketChannelEndPoint;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/** The server's end of one connection: it reads in slices, counts what came, and lets it wait for its turn before a request. */
final class FrontEnd extends SocketChannelEndPoint {
    private @Nullable ReadingCallback reader;
    /** When it may read; null for at once. */
    private volatile @Nullable Turn turn;
    /** Written by one thread at a time: the one that reads. */
    private volatile long bytesReceived;

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
    interface Turn {
        /** Runs {@code step} now or later, or never. */
        void step(Runnable step);
    }

    /** Lets everything that reads wait for {@code next}, in the place of what it waited for until now. */
    void waitFor(Turn next) {
        turn = next;
    }

    /** Reads at once from now on. */
    void waitForNothing() {
        turn = null;
    }

    /** Seems to have nothing behind a portion; the selector soon says that there is more. */
    @Override
    public int fill(ByteBuffer buffer) throws IOException {
        if (!HttpThreads.mayReadMore()) {
            return 0;
        }
        int filled = super.fill(buffer);
        if (filled > 0) {
            bytesReceived = bytesReceived + filled;
            HttpThreads.hasRead(filled);
        }
        return filled;
    }

    /** Reads within a slice when bytes arrive. */
    @Override
    public void fillInterested(Callback callback) {
        super.fillInterested(reading(callback));
    }

    /** Does the same for connections over TLS, which perhaps wait already. */
    @Override
    public boolean tryFillInterested(Callback callback) {
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
        Turn present = turn;
        if (present == null) {
            HttpThreads.read(task);
        } else {
            present.step(() -> HttpThreads.read(task));
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
