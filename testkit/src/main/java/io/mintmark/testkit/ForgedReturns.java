package io.mintmark.testkit;

import io.mintmark.testkit.ReturnSchedule.Lease;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Returns that a forger without a range makes up from what anyone can see; see {@link ReturnSchedule.Forger#PRESENT}.
 */
final class ForgedReturns {
    private final SplittableRandom random;

    /** Leases of this life that were not returned yet, newest first. */
    private final Deque<Lease> open = new ArrayDeque<>();

    /** Tokens of all lives. */
    private final List<String> tokens = new ArrayList<>();

    ForgedReturns(SplittableRandom random) {
        this.random = random;
    }

    void sawReserved(Lease lease) {
        open.push(lease);
        tokens.add(lease.token());
    }

    void sawReturned(long end) {
        open.removeIf(lease -> lease.high() == end);
    }

    void forgetLife() {
        open.clear();
    }

    boolean isPossible() {
        return !open.isEmpty();
    }

    /**
     * Returns a message with the end that anyone can see, and a number below the latest range or another lease's token.
     */
    ReturnNetwork.Message next() {
        Lease latest = open.getFirst();
        String token = tokens.get(random.nextInt(tokens.size()));
        boolean below = token.equals(latest.token()) || random.nextBoolean();
        long size = latest.high() - latest.low() + 1;
        long last = below ? random.nextLong(latest.low()) : latest.low() + random.nextLong(size);
        return new ReturnNetwork.Message(last, latest.high(), below ? null : token);
    }
}
