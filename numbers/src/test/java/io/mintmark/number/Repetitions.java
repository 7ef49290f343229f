package io.mintmark.number;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.Crowd;
import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import java.util.function.LongSupplier;

/** Counts the ids that come twice when a crowd of threads draws them at once. */
public final class Repetitions {
    private static final int EACH = 500;

    private Repetitions() {}

    /** Fills an array with the ids of one member of the crowd. */
    interface Drawing {
        void draw(long[] drawn, int member);
    }

    /** Lets each thread draw as many ids, and returns how many came twice. */
    public static long count(String name, LongSupplier ids) throws Exception {
        return count(name, member -> EACH, (drawn, member) -> fill(drawn, 0, drawn.length, ids));
    }

    static void fill(long[] drawn, int from, int to, LongSupplier ids) {
        for (int i = from; i < to; i++) {
            drawn[i] = ids.getAsLong();
            if (i % 50 == 0) {
                Thread.yield();
            }
        }
    }

    static long count(String name, IntUnaryOperator count, Drawing drawing) throws Exception {
        long[][] drawn = new long[Crowd.SIZE][];
        Arrays.setAll(drawn, member -> new long[count.applyAsInt(member)]);
        Crowd.run(member -> drawing.draw(drawn[member], member));

        long[] all = Arrays.stream(drawn).flatMapToLong(Arrays::stream).toArray();
        Arrays.sort(all);
        long twice = 0;
        for (int i = 1; i < all.length; i++) {
            twice += all[i] == all[i - 1] ? 1 : 0;
        }
        System.out.printf("%s, %s: %,d ids, %,d twice%n", name, Crowd.name(), all.length, twice);
        assertThat(all[0]).isPositive();
        return twice;
    }
}
