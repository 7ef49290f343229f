package io.mintmark.web.admission;

import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/**
 * Counts what a server has under way, and what it turned away since it started. Thread-safe; made before the server and
 * given to it, all zero until then.
 */
public final class AdmissionCounts {
    private static final LongSupplier NONE = () -> 0;

    final LongAdder connectionsRefused = new LongAdder();
    final LongAdder handshakesRefused = new LongAdder();
    final LongAdder handshakesFailed = new LongAdder();
    final LongAdder handshakesWasted = new LongAdder();
    final LongAdder shedFull = new LongAdder();
    final LongAdder shedLate = new LongAdder();
    final LongAdder shedMemory = new LongAdder();
    final LongAdder slowHeads = new LongAdder();
    final LongAdder slowBodies = new LongAdder();
    final LongAdder slowReaders = new LongAdder();

    private volatile LongSupplier connections = NONE;
    private volatile LongSupplier working = NONE;
    private volatile LongSupplier waiting = NONE;
    private volatile LongSupplier memoryBytes = NONE;

    void observe(LongSupplier connections, LongSupplier working, LongSupplier waiting, LongSupplier memoryBytes) {
        this.connections = connections;
        this.working = working;
        this.waiting = waiting;
        this.memoryBytes = memoryBytes;
    }

    /** Returns how many connections are open. */
    public long connections() {
        return connections.getAsLong();
    }

    /** Returns how many requests are at work, those that wait for the disk included. */
    public long working() {
        return working.getAsLong();
    }

    /** Returns how many requests wait for their permits. */
    public long waiting() {
        return waiting.getAsLong();
    }

    /** Returns how many bytes of bodies and replies are accounted for. */
    public long memoryBytes() {
        return memoryBytes.getAsLong();
    }

    /** Returns how many connections were closed at once, because there were too many. */
    public long connectionsRefused() {
        return connectionsRefused.sum();
    }

    /** Returns how many connections were closed because too many TLS handshakes waited before theirs. */
    public long handshakesRefused() {
        return handshakesRefused.sum();
    }

    /** Returns how many TLS handshakes came to nothing, because of what the client sent or because it went away. */
    public long handshakesFailed() {
        return handshakesFailed.sum();
    }

    /** Returns how many connections were closed whose handshake had begun and that no request followed. */
    public long handshakesWasted() {
        return handshakesWasted.sum();
    }

    /** Returns how many requests were shed on arrival, because too many waited. */
    public long shedFull() {
        return shedFull.sum();
    }

    /** Returns how many requests were shed because their permits did not come in time. */
    public long shedLate() {
        return shedLate.sum();
    }

    /** Returns how many requests were shed because bodies and replies held all the memory there is for them. */
    public long shedMemory() {
        return shedMemory.sum();
    }

    /** Returns how many connections were closed because a request's head took too long. */
    public long slowHeads() {
        return slowHeads.sum();
    }

    /** Returns how many requests were refused because their body came too slowly. */
    public long slowBodies() {
        return slowBodies.sum();
    }

    /** Returns how many connections were closed because the client read its reply too slowly. */
    public long slowReaders() {
        return slowReaders.sum();
    }

    /** Returns everything that was turned away so far. */
    long turnedAway() {
        return connectionsRefused()
                + handshakesRefused()
                + shedFull()
                + shedLate()
                + shedMemory()
                + slowHeads()
                + slowBodies()
                + slowReaders();
    }
}
