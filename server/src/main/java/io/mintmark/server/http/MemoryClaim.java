package io.mintmark.server.http;

import io.mintmark.server.load.FairShare;
import java.net.InetAddress;

/**
 * What one exchange holds of the memory that all exchanges share, from the first byte of its body to the last of its
 * reply. Thread-safe.
 *
 * <p>The first bytes are free, so that the usual small request asks nobody; they are bounded by the number of connections.
 */
final class MemoryClaim {
    static final int BYTES_FREE = 16 << 10;

    private final FairShare<InetAddress> memory;
    private final InetAddress holder;
    private final AdmissionCounts counts;
    private long bytes;
    private long taken;
    private boolean released;

    MemoryClaim(FairShare<InetAddress> memory, InetAddress holder, AdmissionCounts counts) {
        this.memory = memory;
        this.holder = holder;
        this.counts = counts;
    }

    /** Claims {@code more} bytes until the exchange ends, or refuses; a negative number gives back early. */
    synchronized void add(long more) {
        long needed = Math.max(0, bytes + more - BYTES_FREE);
        if (needed > taken && !takeUpTo(needed)) {
            counts.shedMemory.increment();
            throw Overload.noMemory(memory.capacity());
        }
        if (needed < taken) {
            memory.giveBack(holder, taken - needed);
            taken = needed;
        }
        bytes += more;
    }

    private boolean takeUpTo(long needed) {
        if (released || !memory.take(holder, needed - taken)) {
            return false;
        }
        taken = needed;
        return true;
    }

    /** Gives everything back; nothing can be claimed from then on. */
    synchronized void release() {
        released = true;
        if (taken > 0) {
            memory.giveBack(holder, taken);
            taken = 0;
        }
    }
}
