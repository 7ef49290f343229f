package io.mintmark.lab.instrument;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Connections that each send the next request as soon as the last one is answered, all on one thread.
 *
 * <p>A slower server thus gets fewer requests: this measures throughput, and a latency is that of a caller among
 * as many as there are connections, not that of a caller who comes at a time of their own. Not thread-safe.
 */
public final class ClosedLoop implements AutoCloseable {
    private static final long SILENCE_MILLIS_MAX = 60_000;

    private final Requests requests;
    private final Selector selector;
    private final List<LoopConnection> connections = new ArrayList<>();
    private final ByteBuffer scratch = ByteBuffer.allocateDirect(256 << 10);
    private LatencyHistogram latencies = new LatencyHistogram();
    private long deadlineNanos;
    private long unsent;
    private int waiting;

    private ClosedLoop(Requests requests) throws IOException {
        this.requests = requests;
        this.selector = Selector.open();
    }

    /**
     * Outcome of a run.
     *
     * @param requests how many were answered, all with 2xx
     * @param seconds from the first request to the last reply
     * @param latencies from the sending of a request to its whole reply
     */
    public record Flow(long requests, double seconds, LatencyHistogram latencies) {
        /** Returns requests a second. */
        public double perSecond() {
            return requests / seconds;
        }
    }

    /** Connects; nothing is sent yet. */
    public static ClosedLoop connect(InetSocketAddress server, Requests requests, int connections) throws IOException {
        return connect(List.of(server), requests, connections);
    }

    /**
     * The same to several servers in turn: connection {@code i} goes to server {@code i} mod their number, and stays
     * there.
     */
    public static ClosedLoop connect(List<InetSocketAddress> servers, Requests requests, int connections)
            throws IOException {
        ClosedLoop loop = new ClosedLoop(requests);
        try {
            for (int i = 0; i < connections; i++) {
                loop.connections.add(LoopConnection.open(i, servers.get(i % servers.size()), loop.selector));
            }
            return loop;
        } catch (IOException e) {
            loop.close();
            throw e;
        }
    }

    /** Connects, sends that number of requests, each of which must be answered, and leaves. */
    public static void send(InetSocketAddress server, Requests requests, int connections, long count)
            throws IOException {
        try (ClosedLoop loop = connect(server, requests, connections)) {
            long answered = loop.run(count).requests();
            if (answered != count) {
                throw new IOException("all " + count + " requests must be answered, but " + answered + " were");
            }
        }
    }

    /** Sends for as long as that, then waits for the replies that are due. */
    public Flow run(Duration time) throws IOException {
        return run(time, Long.MAX_VALUE);
    }

    /** Sends that number of requests, however long it takes. */
    public Flow run(long count) throws IOException {
        return run(Duration.ofDays(1), count);
    }

    private Flow run(Duration time, long count) throws IOException {
        latencies = new LatencyHistogram();
        unsent = count;
        waiting = 0;
        long start = System.nanoTime();
        deadlineNanos = start + time.toNanos();
        for (LoopConnection connection : connections) {
            sendNext(connection, start);
        }
        awaitReplies();
        return new Flow(latencies.total(), (System.nanoTime() - start) / 1e9, latencies);
    }

    private void awaitReplies() throws IOException {
        try {
            while (waiting > 0) {
                if (selector.select(this::proceed, SILENCE_MILLIS_MAX) == 0) {
                    throw new IOException("the server answered nothing for " + SILENCE_MILLIS_MAX / 1000 + " s");
                }
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private void proceed(SelectionKey key) {
        LoopConnection connection = (LoopConnection) key.attachment();
        try {
            if (key.isWritable()) {
                connection.sendRest();
            }
            if (key.isReadable() && connection.receive(scratch)) {
                long now = System.nanoTime();
                latencies.record(now - connection.sentAtNanos());
                waiting--;
                sendNext(connection, now);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void sendNext(LoopConnection connection, long now) throws IOException {
        if (unsent > 0 && now - deadlineNanos < 0) {
            unsent--;
            waiting++;
            connection.send(requests);
        }
    }

    @Override
    public void close() throws IOException {
        for (LoopConnection connection : connections) {
            connection.close();
        }
        selector.close();
    }
}
