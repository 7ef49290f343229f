package io.mintmark.lab.attack;

import io.mintmark.lab.instrument.LatencyHistogram;
import io.mintmark.lab.instrument.ResponseReader;
import io.mintmark.lab.instrument.ServerAddress;
import io.mintmark.lab.script.ByteTemplate;
import io.mintmark.lab.script.Script;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Expensive requests at a fixed rate, or as fast as they are answered: half of them read a thousand documents, half of
 * them store fifty. One thread; its numbers are read after its end.
 */
final class Flood implements AutoCloseable {
    /** The rest of a request that stores fifty documents. */
    private static final String BATCH =
            "⟦sized:{\"Commands\":[⟦50,{\"Type\":\"PUT\",\"Id\":\"flood/⟦i⟧\",\"Document\":{\"name\":\"⟦100×f⟧\"}}⟧]}⟧";

    private final List<FloodPeer> peers = new ArrayList<>();
    private final Deque<FloodPeer> idle = new ArrayDeque<>();
    private final double perNano;
    private final long startNanos = System.nanoTime();
    private final byte[] read;
    private final byte[] write;
    private final LatencyHistogram okNanos = new LatencyHistogram();
    private final LatencyHistogram shedNanos = new LatencyHistogram();
    private final Swarm swarm;
    private long due;
    private long sent;
    private long others;
    private long broken;
    private long endNanos;

    /**
     * Outcome of a flood.
     *
     * @param seconds how long it lasted
     * @param offered requests that were sent or should have been, a second
     * @param sent requests that were sent, a second; fewer when all connections waited for answers
     * @param ok answers of success, a second
     * @param shed answers of 503, a second
     * @param failed everything else, in all
     * @param okP99Millis 99th percentile of the successes' time
     * @param shedP99Millis 99th percentile of the time until a 503
     */
    record Result(
            double seconds,
            double offered,
            double sent,
            double ok,
            double shed,
            long failed,
            double okP99Millis,
            double shedP99Millis) {}

    /**
     * Begins.
     *
     * @param addresses where they come from
     * @param perSecond requests a second over all connections; 0 for as many as are answered
     */
    Flood(ServerAddress server, int connections, List<String> addresses, double perSecond) {
        perNano = perSecond / 1e9;
        read = Script.ascii(
                Script.head("GET /databases/attack/docs?startsWith=large/&pageSize=1000", server.authorization()));
        write = ByteTemplate.of(Script.head("POST /databases/attack/bulk_docs", server.authorization() + BATCH)
                        .strip())
                .bytes();
        for (int i = 0; i < connections; i++) {
            peers.add(new FloodPeer(server, addresses.get(i % addresses.size()), this));
        }
        swarm = new Swarm("flood", peers, this::round);
    }

    void idle(FloodPeer peer) {
        idle.add(peer);
    }

    void answered(int status, long nanos) {
        if (status / 100 == 2) {
            okNanos.record(nanos);
        } else if (status == 503) {
            shedNanos.record(nanos);
        } else {
            others++;
        }
    }

    void broken() {
        broken++;
    }

    private void round(long nowNanos) {
        swarm.connectSome(peer -> true);
        long wanted = perNano == 0 ? Long.MAX_VALUE : (long) ((nowNanos - startNanos) * perNano);
        while (due < wanted && !idle.isEmpty()) {
            FloodPeer peer = idle.remove();
            if (peer.isIdle()) {
                due++;
                peer.ask(sent++ % 2 == 0 ? read : write, nowNanos);
            }
        }
        if (perNano != 0 && idle.isEmpty()) {
            // A request that could not be sent is not made up for later.
            due = wanted;
        }
        endNanos = nowNanos;
    }

    /** Ends, and returns what came of it. */
    Result result() {
        swarm.close();
        double seconds = (endNanos - startNanos) / 1e9;
        return new Result(
                seconds,
                perNano == 0 ? sent / seconds : perNano * 1e9,
                sent / seconds,
                okNanos.total() / seconds,
                shedNanos.total() / seconds,
                others + broken,
                okNanos.millis(0.99),
                shedNanos.millis(0.99));
    }

    @Override
    public void close() {
        swarm.close();
    }

    /** A client of a {@link Flood}: well-behaved on the wire, sent again and again without a pause. */
    static final class FloodPeer extends Peer {
        private final Flood flood;
        private ResponseReader reader = new ResponseReader();
        private boolean busy;
        private long sentNanos;

        FloodPeer(ServerAddress server, String from, Flood flood) {
            super(server, from, 0, true);
            this.flood = flood;
        }

        boolean isIdle() {
            return isOpen() && !busy;
        }

        void ask(byte[] request, long nowNanos) {
            busy = true;
            sentNanos = nowNanos;
            send(request);
        }

        @Override
        void connected(long nowNanos) {
            busy = false;
            reader = new ResponseReader();
            flood.idle(this);
        }

        @Override
        void received(ByteBuffer bytes, long nowNanos) throws IOException {
            if (busy && reader.read(bytes)) {
                busy = false;
                flood.answered(reader.status(), nowNanos - sentNanos);
                flood.idle(this);
            }
        }

        @Override
        void closed(long nowNanos) {
            if (busy) {
                flood.broken();
            }
            busy = false;
        }

        @Override
        void tick(long nowNanos) {
            // It acts when it is told to.
        }
    }
}
