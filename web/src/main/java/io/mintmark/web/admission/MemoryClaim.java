package io.mintmark.web.admission;

import io.mintmark.support.FairShare;
import java.net.InetAddress;
import java.util.function.LongFunction;

/**
 * One exchange's part of the memory that all exchanges share, from the first byte of its body to the last of its reply.
 * Thread-safe.
 *
 * <p>The first bytes are free, so that the usual small request asks nobody; the number of connections bounds them.
 */
public final class MemoryClaim {
    /** How many bytes each exchange may hold without a claim. */
    public static final int BYTES_FREE = 16 << 10;

    private final FairShare<InetAddress> memory;
    private final InetAddress party;
    private final AdmissionCounts counts;
    private final LongFunction<? extends RuntimeException> refusal;
    private long bytes;
    private long taken;
    private boolean released;

    /**
     * Claims nothing yet.
     *
     * @param refusal makes what {@link #add} throws, given how much memory there is for all
     */
    public MemoryClaim(
            FairShare<InetAddress> memory,
            InetAddress party,
            AdmissionCounts counts,
            LongFunction<? extends RuntimeException> refusal) {
        this.memory = memory;
        this.party = party;
        this.counts = counts;
        this.refusal = refusal;
    }

    /** Claims {@code more} bytes until the exchange ends, or throws the refusal; a negative number gives back early. */
    public synchronized void add(long more) {
        long needed = Math.max(0, bytes + more - BYTES_FREE);
        if (needed > taken && !takeUpTo(needed)) {
            counts.shedMemory.increment();
            throw refusal.apply(memory.capacity());
        }
        if (needed < taken) {
            memory.giveBack(party, taken - needed);
            taken = needed;
        }
        bytes += more;
    }

    private boolean takeUpTo(long needed) {
        if (released || !memory.take(party, needed - taken)) {
            return false;
        }
        taken = needed;
        return true;
    }

    /** Gives everything back; nothing can be claimed from then on. */
    synchronized void release() {
        released = true;
        if (taken > 0) {
            memory.giveBack(party, taken);
            taken = 0;
        }
    }
}
