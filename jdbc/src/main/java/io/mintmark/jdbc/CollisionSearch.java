package io.mintmark.jdbc;

import io.mintmark.MintmarkException;
import io.mintmark.counter.BlockRule;
import io.mintmark.counter.Reservation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** Replays reservations in memory to find where two programs that collide repeat their first number. */
final class CollisionSearch {
    /** Longest run of which all orders of reservations are replayed. */
    private static final int SHORT_RUN_MAX = 10;

    /**
     * Length of the one run after those, in which the two take turns; a block of 32,768 beside single numbers needs it.
     */
    private static final int LONG_RUN = 100_000;

    private static final int STORY_MAX = 12;

    private final CounterDescription a;
    private final CounterDescription b;
    private final ToLongFunction<BlockRule> step;
    private final long start;
    private final boolean row;

    CollisionSearch(
            CounterDescription a, CounterDescription b, ToLongFunction<BlockRule> step, long start, boolean row) {
        this.a = a;
        this.b = b;
        this.step = step;
        this.start = start;
        this.row = row;
    }

    Collision first() {
        for (int length = 2; length <= SHORT_RUN_MAX; length++) {
            @Nullable Collision lowest = null;
            for (int order = 0; order < 1 << length; order++) {
                int byB = order;
                Optional<Collision> found = replay(length, turn -> (byB >> turn & 1) == 1);
                lowest = found.isPresent() ? lower(lowest, found.get()) : lowest;
            }
            if (lowest != null) {
                return lowest;
            }
        }
        return replay(LONG_RUN, turn -> turn % 2 == 1)
                .orElse(new Collision(
                        OptionalLong.empty(),
                        "their blocks drift into each other, later than " + LONG_RUN + " reservations"));
    }

    private static Collision lower(@Nullable Collision one, Collision other) {
        return one == null || number(other) < number(one) ? other : one;
    }

    private static long number(Collision collision) {
        return collision.number().orElse(Long.MAX_VALUE);
    }

    private Optional<Collision> replay(int length, IntPredicate byB) {
        NavigableMap<Long, Reservation> taken = new TreeMap<>();
        List<String> story = new ArrayList<>();
        long stored = start;
        for (int turn = 0; turn < length; turn++) {
            CounterDescription who = byB.test(turn) ? b : a;
            Optional<Reservation> block = block(who, stored);
            stored += step.applyAsLong(who.rule());
            if (block.isEmpty()) {
                continue;
            }
            tell(
                    story,
                    (byB.test(turn) ? "B " : "A ") + block.get().low() + ".."
                            + block.get().high());
            OptionalLong twice = lowestShared(taken, block.get());
            if (twice.isPresent()) {
                return Optional.of(new Collision(twice, String.join(", ", story)));
            }
            taken.put(block.get().low(), block.get());
        }
        return Optional.empty();
    }

    private Optional<Reservation> block(CounterDescription who, long stored) {
        try {
            return who.rule().block(row ? stored + who.meaning().toValue(who.rule()) : stored);
        } catch (MintmarkException e) {
            // Below its first block, or at its end: the program gets no number there, so it repeats none.
            return Optional.empty();
        }
    }

    private static void tell(List<String> story, String line) {
        if (story.size() == STORY_MAX) {
            story.set(1, "...");
            story.remove(2);
        }
        story.add(line);
    }

    /** The blocks that were taken lie apart: those before the first repeated number did. */
    private static OptionalLong lowestShared(NavigableMap<Long, Reservation> taken, Reservation block) {
        Map.Entry<Long, Reservation> below = taken.floorEntry(block.low());
        if (below != null && below.getValue().high() >= block.low()) {
            return OptionalLong.of(block.low());
        }
        Long above = taken.ceilingKey(block.low());
        return above != null && above <= block.high() ? OptionalLong.of(above) : OptionalLong.empty();
    }
}
