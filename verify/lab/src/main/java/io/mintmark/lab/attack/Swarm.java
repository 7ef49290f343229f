package io.mintmark.lab.attack;

import io.mintmark.internal.DaemonThreads;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.List;
import java.util.function.LongConsumer;

/** Thousands of {@link Peer}s on one thread. */
final class Swarm implements AutoCloseable {
    private static final long TICK_NANOS = 100_000_000;
    private static final int SCRATCH_BYTES = 256 << 10;
    /** More new connections at once would measure the queue of the system's accept call. */
    private static final int CONNECTS_PER_ROUND = 50;

    private final List<? extends Peer> peers;
    private final LongConsumer everyRound;
    private final Selector selector;
    private final Thread thread;
    private volatile boolean closing;
    private int next;

    /**
     * Begins.
     *
     * @param everyRound called again and again, at least every few milliseconds, with the time in nanoseconds
     */
    Swarm(String name, List<? extends Peer> peers, LongConsumer everyRound) {
        this.peers = peers;
        this.everyRound = everyRound;
        try {
            selector = Selector.open();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        thread = DaemonThreads.thread(Swarm.class, name, this::run);
        thread.start();
    }

    private void run() {
        ByteBuffer scratch = ByteBuffer.allocateDirect(SCRATCH_BYTES);
        long ticked = System.nanoTime();
        try {
            while (!closing) {
                int ignored = selector.select(5);
                long now = System.nanoTime();
                for (SelectionKey key : selector.selectedKeys()) {
                    ((Peer) key.attachment()).selected(scratch, now);
                }
                selector.selectedKeys().clear();
                if (now - ticked >= TICK_NANOS) {
                    ticked = now;
                    peers.forEach(peer -> peer.tick(now));
                }
                everyRound.accept(now);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            peers.forEach(Peer::close);
        }
    }

    Selector selector() {
        return selector;
    }

    /** Connects some of those that have no connection and want one; called on the swarm's thread. */
    void connectSome(java.util.function.Predicate<Peer> wanted) {
        int connected = 0;
        for (int i = 0; i < peers.size() && connected < CONNECTS_PER_ROUND; i++) {
            Peer peer = peers.get(next);
            next = (next + 1) % peers.size();
            if (!peer.isOpen() && !peer.isConnecting() && wanted.test(peer)) {
                connected++;
                try {
                    peer.connect(selector);
                } catch (IOException e) {
                    peer.close();
                    peer.closed(System.nanoTime());
                }
            }
        }
    }

    @Override
    public void close() {
        closing = true;
        selector.wakeup();
        try {
            thread.join(10_000);
            selector.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
