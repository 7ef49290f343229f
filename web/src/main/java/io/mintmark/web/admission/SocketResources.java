package io.mintmark.web.admission;

import java.net.InetAddress;
import java.time.Duration;

/** A WebSocket's part of everything that connections share, from its handshake to its end. Thread-safe; closed once. */
public final class SocketResources implements AutoCloseable {
    private final InetAddress party;
    private final PermitQueue permits;
    private final MemoryClaim memory;
    private final Duration silenceMax;

    SocketResources(InetAddress party, PermitQueue permits, MemoryClaim memory, Duration silenceMax) {
        this.party = party;
        this.permits = permits;
        this.memory = memory;
        this.silenceMax = silenceMax;
    }

    /** Returns the address for which shares are taken. */
    public InetAddress party() {
        return party;
    }

    /** Returns the queue in which the client's messages wait, as requests do. */
    public PermitQueue permits() {
        return permits;
    }

    /** Returns the memory that the socket holds. */
    public MemoryClaim memory() {
        return memory;
    }

    /** Returns how long a client may not be heard, although it is asked whether it is there. */
    public Duration silenceMax() {
        return silenceMax;
    }

    @Override
    public void close() {
        memory.release();
    }
}
