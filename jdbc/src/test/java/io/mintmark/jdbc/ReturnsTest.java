package io.mintmark.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.hilo.HiLo;
import io.mintmark.hilo.StrictHiLo;
import io.mintmark.range.Range;
import io.mintmark.range.RangeSourceException;
import io.mintmark.testkit.HistoryChecker;
import io.mintmark.testkit.Seed;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Returns whose answers get lost, on our own table and on a foreign one, and what happens without a serial. */
class ReturnsTest {
    private static final TestDatabase DATABASE = TestDatabase.H2;

    private final LossySource lossy = new LossySource(DATABASE.source());
    private final JdbcRanges ranges = JdbcRanges.over(lossy.source());

    private JdbcCounter own() {
        return ranges.counter(TestDatabase.fresh("orders"))
                .pausing(nanos -> {}, () -> 0)
                .build();
    }

    private JdbcCounter foreign() {
        CounterDescription row = DATABASE.newTable(Preset.HIBERNATE_TABLE_POOLED_LO.counter(10), "BIGINT", 0L);
        return ranges.counter(row).pausing(nanos -> {}, () -> 0).build();
    }

    @Test
    void shouldReserveAgainWhenTheAnswerIsLost() {
        for (JdbcCounter counter : List.of(own(), foreign())) {
            Range first = counter.reserve(10);
            lossy.loseNext(2);
            Range second = counter.reserve(10);

            assertThat(second.low()).as("two ranges nobody saw are a gap").isEqualTo(first.high() + 21);
        }
        assertThat(lossy.lost()).isEqualTo(4);
    }

    @Test
    void shouldGiveUpAfterAFewAttempts() {
        JdbcCounter counter = own();
        counter.reserve(10);
        lossy.loseNext(100);

        assertThatThrownBy(() -> counter.reserve(10))
                .isInstanceOf(RangeSourceException.class)
                .hasMessageContaining("in 8 attempts")
                .hasMessageContaining("LOW(1)")
                .hasMessageContaining("08006");
        lossy.loseNext(0);

        assertThat(counter.reserve(10).low())
                .as("eight ranges that nobody saw are a gap")
                .isEqualTo(91);
    }

    @Test
    void shouldRepeatAReturnToOurOwnTable() {
        JdbcCounter counter = own();
        Range range = counter.reserve(10);
        lossy.loseNext(1);

        // The copy finds another serial: refused, although the first was taken. Nothing is lost by that.
        assertThat(counter.giveBack(range, 4)).isFalse();

        assertThat(counter.reserve(1).low()).isEqualTo(5);
        assertThat(counter.giveBack(range, 4)).isFalse();
        assertThat(counter.reserve(1).low()).isEqualTo(6);
    }

    @Test
    void shouldSendAReturnToAForeignTableOnce() {
        JdbcCounter counter = foreign();
        Range range = counter.reserve(10);
        lossy.loseNext(1);

        assertThatThrownBy(() -> counter.giveBack(range, 4))
                .isInstanceOf(RangeSourceException.class)
                .hasMessageContaining("give back")
                .hasMessageContaining("in 1 attempt");
        Range next = counter.reserve(6);

        assertThat(next).extracting(Range::low, Range::high).containsExactly(5L, 10L);
        assertThat(counter.giveBack(range, 4)).as("never again").isFalse();
        assertThat(counter.reserve(1).low()).isEqualTo(11);
    }

    @Test
    void shouldAcceptATokenFromAnotherProcess() {
        String name = TestDatabase.fresh("orders");
        Range range = ranges.counter(name).build().reserve(10);

        assertThat(ranges.counter(name).build().giveBack(range, 3)).isTrue();

        assertThat(ranges.counter(name).build().reserve(1).low()).isEqualTo(4);
    }

    @Test
    void shouldTakeBackWhatAGeneratorDidNotIssue() {
        JdbcCounter counter = own();
        long last;
        try (StrictHiLo orders = HiLo.over(counter).name("orders").strict()) {
            last = orders.next();
        }

        assertThat(counter.reserve(1).low()).isEqualTo(last + 1);
    }

    @Test
    void shouldNeverRepeatANumberWhileReturnsAreRepeated() {
        long seed = Seed.fresh("returns repeated, with a serial");
        for (JdbcCounter counter : List.of(own(), foreign())) {
            assertThat(repeats(() -> counter, JdbcCounter::giveBack, seed)).isFalse();
        }
    }

    @Test
    void shouldRepeatNumbersIfReturnsWithoutASerialAreRepeated() {
        // The broken twin: guarded by value alone, sent again whenever its sender likes.
        CounterDescription row = DATABASE.newTable(Preset.HIBERNATE_TABLE_POOLED_LO.counter(10), "BIGINT", 0L);
        String table = row.access().name().toString();

        BiFunction<Range, Long, Boolean> byValueAlone = (range, last) -> {
            long before = DATABASE.number("SELECT next_val FROM " + table);
            DATABASE.execute("UPDATE " + table + " SET next_val = " + last + " WHERE next_val = " + range.high());
            return before == range.high();
        };

        // A program that remembers its ranges refuses them: here each range is another program's.
        assertThat(repeats(
                        () -> ranges.counter(row).build(),
                        (source, range, last) -> byValueAlone.apply(range, last),
                        Seed.fresh("without serial")))
                .isTrue();
    }

    private interface Return {
        boolean send(JdbcCounter counter, Range range, long last);
    }

    /** Reserves, issues half, returns, and sends old returns again later, in random order, until a number repeats. */
    private static boolean repeats(Supplier<JdbcCounter> program, Return returning, long seed) {
        Random random = new Random(seed);
        HistoryChecker history = new HistoryChecker();
        List<Range> returned = new ArrayList<>();
        for (int step = 0; step < 2_000 && history.duplicateCount() == 0; step++) {
            JdbcCounter counter = program.get();
            Range range = counter.reserve(1 + random.nextInt(4));
            long last = range.low() + (range.high() - range.low()) / 2;
            for (long number = range.low(); number <= last; number++) {
                history.issued("ids", number);
            }
            returning.send(counter, range, last);
            returned.add(range);
            Range copy = returned.get(random.nextInt(Math.min(returned.size(), 3)));
            returning.send(counter, copy, copy.low() + (copy.high() - copy.low()) / 2);
            if (returned.size() > 3) {
                returned.remove(0);
            }
        }
        return history.duplicateCount() > 0;
    }
}
