package io.mintmark.server.load;

import java.util.HashMap;
import java.util.Map;

/**
 * A bounded amount that many holders share, such that no greed leaves nothing for a newcomer. Thread-safe.
 *
 * <p>A holder may take more as long as it would then hold no more than was left free. One alone gets half of everything;
 * k greedy ones get 1/(k+1) each, and as much stays free for whoever comes next. This is the dynamic threshold of
 * Choudhury and Hahne (IEEE/ACM Transactions on Networking 6(2), 1998) with the factor one.
 *
 * @param <K> what tells holders apart
 */
public final class FairShare<K> {
    private final long holderMax;
    private final Map<K, Long> held = new HashMap<>();
    private long capacity;
    private long taken;

    /**
     * Shares {@code capacity}.
     *
     * @param holderMax what one holder may have at most, however much is free
     */
    public FairShare(long capacity, long holderMax) {
        this.capacity = capacity;
        this.holderMax = holderMax;
    }

    /** Tells whether one that holds {@code mine} may take {@code amount} more while {@code free} is left. */
    public static boolean isFair(long mine, long amount, long free) {
        return mine + amount <= free;
    }

    /** Takes {@code amount} for {@code holder}, or nothing and returns false. */
    public synchronized boolean take(K holder, long amount) {
        long mine = held.getOrDefault(holder, 0L);
        if (mine + amount > holderMax || !isFair(mine, amount, capacity - taken)) {
            return false;
        }
        held.put(holder, mine + amount);
        taken += amount;
        return true;
    }

    /** Takes {@code amount} for {@code holder} whatever is left, because it cannot be had in parts. */
    public synchronized void takeAnyway(K holder, long amount) {
        Long ignored = held.merge(holder, amount, Long::sum);
        taken += amount;
    }

    /** Gives back what was taken. */
    public synchronized void giveBack(K holder, long amount) {
        taken -= amount;
        held.computeIfPresent(holder, (any, mine) -> mine > amount ? mine - amount : null);
    }

    /** Makes the capacity smaller; what is held beyond it stays held. */
    public synchronized void lowerTo(long lower) {
        capacity = Math.min(capacity, lower);
    }

    /** Returns how much there is to share. */
    public synchronized long capacity() {
        return capacity;
    }

    /** Returns how much is held, by all together. */
    public synchronized long taken() {
        return taken;
    }
}
