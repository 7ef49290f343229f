package io.mintmark.support;

import java.util.HashMap;
import java.util.Map;

/**
 * A bounded amount that many parties share; however greedy they are, something is left for a newcomer. Thread-safe.
 *
 * <p>A party may take more if it would then hold no more than stays free. One alone gets half of everything; k greedy
 * ones get 1/(k+1) each, and as much stays free for the next newcomer. This is the dynamic threshold of Choudhury and
 * Hahne (IEEE/ACM Transactions on Networking 6(2), 1998) with the factor one.
 *
 * @param <K> what tells parties apart
 */
public final class FairShare<K> {
    private final long partyMax;
    private final Map<K, Long> held = new HashMap<>();
    private long capacity;
    private long taken;

    /**
     * Shares {@code capacity}.
     *
     * @param partyMax the most that one party may hold, however much is free
     */
    public FairShare(long capacity, long partyMax) {
        this.capacity = capacity;
        this.partyMax = partyMax;
    }

    /** Returns whether a party that holds {@code mine} may take {@code amount} more while {@code free} is left. */
    public static boolean isFair(long mine, long amount, long free) {
        return mine + amount <= free;
    }

    /** Takes {@code amount} for {@code party}, or nothing and returns false. */
    public synchronized boolean take(K party, long amount) {
        long mine = held.getOrDefault(party, 0L);
        if (mine + amount > partyMax || !isFair(mine, amount, capacity - taken)) {
            return false;
        }
        held.put(party, mine + amount);
        taken += amount;
        return true;
    }

    /** Takes {@code amount} for {@code party} even if less is left, because it cannot be had in parts. */
    public synchronized void takeAnyway(K party, long amount) {
        Long ignored = held.merge(party, amount, Long::sum);
        taken += amount;
    }

    /** Gives back {@code amount} that {@code party} took. */
    public synchronized void giveBack(K party, long amount) {
        taken -= amount;
        held.computeIfPresent(party, (any, mine) -> mine > amount ? mine - amount : null);
    }

    /** Lowers the capacity; amounts held beyond it stay held. */
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
