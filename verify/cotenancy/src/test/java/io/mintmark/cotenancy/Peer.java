package io.mintmark.cotenancy;

import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * A foreign program that issues one number after the other and does not show when it reserves.
 *
 * <p>Its reservations show in its numbers: a run that is longer than a block is several of them.
 */
final class Peer implements Tenant {
    private final LongSupplier program;
    private final long block;
    private final Queue<Long> all = new ConcurrentLinkedQueue<>();

    Peer(LongSupplier program, long block) {
        this.program = program;
        this.block = block;
    }

    @Override
    public int issue(LongConsumer issued) {
        long number = program.getAsLong();
        all.add(number);
        issued.accept(number);
        return 1;
    }

    @Override
    public long reservations() {
        long[] sorted = all.stream().mapToLong(Long::longValue).sorted().toArray();
        return Arrays.stream(runs(sorted))
                .map(length -> (length - 1) / block + 1)
                .sum();
    }

    /** Returns the lengths of the longest rows of neighbours. */
    private static long[] runs(long[] sorted) {
        long[] lengths = new long[sorted.length];
        int runs = 0;
        for (int at = 0; at < sorted.length; at++) {
            boolean goesOn = at > 0 && sorted[at] == sorted[at - 1] + 1;
            runs += goesOn ? 0 : 1;
            lengths[runs - 1]++;
        }
        return Arrays.copyOf(lengths, runs);
    }
}
