package io.mintmark.lab.attack;

import io.mintmark.lab.instrument.ResponseReader;
import io.mintmark.lab.instrument.ServerAddress;
import java.io.IOException;
import java.nio.ByteBuffer;

/** A client of a {@link Flood}: well-behaved on the wire, sent again and again without a pause. */
final class FloodPeer extends Peer {
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
