package io.mintmark.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.jdbc.database.UnsafeCounterException;
import io.mintmark.jdbc.internal.store.DrawnCounter;
import io.mintmark.range.Range;
import io.mintmark.testkit.HistoryChecker;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Sequences whose sessions draw ahead beside other programs, as they should and after somebody restarted them. */
class DrawnCounterProperties {
    private static final int RESERVATIONS = 200;

    @Property(tries = 300)
    void shouldGiveEveryValueOnceWhateverSessionsDrewAhead(
            @ForAll @IntRange(min = 1, max = 40) int cache, @ForAll Random random) throws SQLException {
        DrawnCounter source = over(new Sessions(cache, random));
        HistoryChecker history = new HistoryChecker();
        try (Connection connection = TestDatabase.H2.source().getConnection()) {
            for (int i = 0; i < RESERVATIONS; i++) {
                long unused =
                        issue(history, source.reserve(connection, size(random)).orElseThrow());
            }
        }
        history.requireNoDuplicates();
    }

    @Property(tries = 300)
    void shouldNeverRepeatItsNumbersWhereverTheSequenceIsRestarted(
            @ForAll @IntRange(min = 1, max = 40) int cache, @ForAll Random random) throws SQLException {
        assertThat(repeatedAfterRestarts(cache, random, false)).isZero();
    }

    @Example
    void shouldRepeatItsNumbersIfItForgetsThem() throws SQLException {
        // The broken twin: a program that knows nothing of what it reserved before.
        assertThat(repeatedAfterRestarts(1, new Random(1), true)).isPositive();
        assertThat(repeatedAfterRestarts(20, new Random(1), true)).isPositive();
    }

    private static long repeatedAfterRestarts(int cache, Random random, boolean forgetful) throws SQLException {
        Sessions sessions = new Sessions(cache, random);
        DrawnCounter source = over(sessions);
        HistoryChecker history = new HistoryChecker();
        long highest = 0;
        try (Connection connection = TestDatabase.H2.source().getConnection()) {
            for (int i = 0; i < RESERVATIONS; i++) {
                if (random.nextInt(40) == 0) {
                    sessions.restart();
                }
                source = forgetful ? over(sessions) : source;
                try {
                    highest = Math.max(
                            highest,
                            issue(
                                    history,
                                    source.reserve(connection, size(random)).orElseThrow()));
                } catch (UnsafeCounterException refused) {
                    assertThat(source.raise(connection, random.nextBoolean() ? highest : highest / 2))
                            .isPresent();
                }
            }
        }
        return history.duplicateCount();
    }

    private static long size(Random random) {
        return 1 + random.nextInt(400);
    }

    private static DrawnCounter over(DrawnCounter.Draw draw) {
        return new DrawnCounter(Preset.EF_CORE.counter(10).sequence("orders").counting(), draw, Long.MAX_VALUE);
    }

    private static long issue(HistoryChecker history, Range range) {
        for (long number = range.low(); number <= range.high(); number++) {
            history.issued("ids", number);
        }
        return range.high();
    }

    /** A sequence of blocks of ten whose sessions draw some values ahead; other programs draw in between. */
    private static final class Sessions implements DrawnCounter.Draw {
        private static final int SESSIONS = 4;
        private static final long BLOCK = 10;

        private final int cache;
        private final Random random;
        private final long[] drawn = new long[SESSIONS];
        private final int[] left = new int[SESSIONS];
        private long next = 1;

        Sessions(int cache, Random random) {
            this.cache = cache;
            this.random = random;
        }

        /** Sets the sequence back to a value that it has had; sessions keep what they drew ahead. */
        void restart() {
            next = 1 + BLOCK * random.nextInt((int) (next / BLOCK) + 1);
        }

        @Override
        public List<Long> next(Connection connection, int most) {
            next += BLOCK * cache * random.nextInt(3);
            int session = random.nextInt(SESSIONS);
            List<Long> values = new ArrayList<>();
            while (values.size() < most) {
                if (left[session] == 0) {
                    drawn[session] = next;
                    left[session] = cache;
                    next += BLOCK * cache;
                }
                values.add(drawn[session]);
                drawn[session] += BLOCK;
                left[session]--;
            }
            return values;
        }

        @Override
        public void requireStep(Connection connection) {
            // By ten.
        }

        @Override
        public Optional<Long> raise(Connection connection, long target) {
            next = Math.max(next, target + Math.floorMod(1 - target, BLOCK));
            return Optional.of(next);
        }

        @Override
        public OptionalLong shownNext(Connection connection) {
            return cache == 1 ? OptionalLong.of(next) : OptionalLong.empty();
        }
    }
}
