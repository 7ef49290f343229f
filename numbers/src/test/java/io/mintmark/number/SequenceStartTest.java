package io.mintmark.number;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.range.InMemoryRanges;
import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The remainders of ids at low rates: uneven as sequences begin at 0, even as they begin anywhere below a bound. */
@Timeout(120)
class SequenceStartTest {
    private static final BitLayout LAYOUT = BitLayouts.TWITTER;
    private static final int BOUND = 192;
    private static final int REQUESTS = 20_000;

    private final SteppedTime time = SteppedTime.at("2026-11-01T00:00:00Z");
    private final InMemoryRanges counter = new InMemoryRanges();

    private TimeOrderedIds started(int bound) {
        return LAYOUT.generator()
                .settings(time.settings())
                .leases(WorkerLeases.reserved(5, counter))
                .sequenceStartsBelow(bound)
                .start();
    }

    private TraceIds traces(int bound) {
        return TraceIds.of(TraceIds.builder()
                .settings(time.settings(time.new Life(), Duration.ZERO, Duration.ofSeconds(5)))
                .leases(WorkerLeases.reserved(42, counter))
                .sequenceStartsBelow(bound));
    }

    /** Lets each request draw two ids in a tick of its own; returns the first ids, then the second ones. */
    private long[][] requests(LongSupplier ids, Duration apart) {
        long[][] drawn = new long[2][REQUESTS];
        for (int request = 0; request < REQUESTS; request++) {
            time.pass(apart);
            drawn[0][request] = ids.getAsLong();
            drawn[1][request] = ids.getAsLong();
        }
        return drawn;
    }

    private long[][] requests(LongSupplier ids) {
        return requests(ids, Duration.ofMillis(1));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 6, 8, 12, 16, 32, 64})
    void shouldSpreadRemaindersEvenlyWhereEachTickBeginsElsewhere(int n) {
        try (TimeOrderedIds ids = started(BOUND)) {
            long[][] drawn = requests(ids);

            assertThat(ChiSquare.ofRemainders(n, drawn[0])).matches(ChiSquare::isEven);
            assertThat(ChiSquare.ofRemainders(n, drawn[1])).matches(ChiSquare::isEven);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4, 6, 8, 12, 16, 32, 64})
    void shouldFindRemaindersUnevenWhereEachTickBeginsAtZero(int n) {
        try (TimeOrderedIds ids = started(1)) {
            long[][] drawn = requests(ids);

            assertThat(ChiSquare.ofRemainders(n, drawn[0])).matches(test -> !test.isEven());
            assertThat(LongStream.of(drawn[0])).allMatch(id -> id % 2 == 0);
            assertThat(LongStream.of(drawn[1])).allMatch(id -> id % 2 == 1);
        }
    }

    /** A start that goes on where the last tick ended goes on by two where each tick has two ids. */
    @Test
    void shouldFindRemaindersUnevenWhereTheStartRollsOnFromTickToTick() {
        LongSupplier rolling = new LongSupplier() {
            private long sequence;

            @Override
            public long getAsLong() {
                return LAYOUT.encode(LAYOUT.tickOf(time.millis()), 5, sequence++ % BOUND);
            }
        };

        long[][] drawn = requests(rolling);

        assertThat(ChiSquare.ofRemainders(2, drawn[0])).matches(test -> !test.isEven());
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4, 8, 16, 100, 1_000})
    void shouldSpreadRemaindersOfTraceIdsWhereEachSecondBeginsElsewhere(int n) {
        try (TraceIds ids = traces(TraceIds.SPREAD)) {
            long[][] drawn = requests(ids, Duration.ofSeconds(1));

            assertThat(ChiSquare.ofRemainders(n, drawn[0])).matches(ChiSquare::isEven);
            assertThat(ChiSquare.ofRemainders(n, drawn[1])).matches(ChiSquare::isEven);
        }
    }

    @Test
    void shouldFindTraceIdsOddWhereEachSecondBeginsAtOne() {
        try (TraceIds ids = traces(1)) {
            long[][] drawn = requests(ids, Duration.ofSeconds(1));

            assertThat(LongStream.of(drawn[0])).allMatch(id -> id % 2 == 1);
        }
    }

    /** Sonyflake has the machine last: no beginning changes that, and the sequence itself is spread. */
    @Test
    void shouldSpreadTheSequenceWhereTheWorkerIsTheLastField() {
        BitLayout layout = BitLayouts.SONYFLAKE_2;
        try (TimeOrderedIds ids = layout.generator()
                .settings(time.settings())
                .leases(WorkerLeases.reserved(7, counter))
                .sequenceStartsBelow(64)
                .start()) {
            long[] drawn = requests(ids, Duration.ofMillis(10))[0];

            assertThat(LongStream.of(drawn)).allMatch(id -> id % 16 == 7);
            assertThat(ChiSquare.of(16, id -> layout.part(id, "sequence") % 16, drawn))
                    .matches(ChiSquare::isEven);
        }
    }

    @Test
    void shouldCostATickNoMoreThanTheNumbersBelowTheBound() {
        try (TimeOrderedIds ids = started(BOUND)) {
            for (int tick = 0; tick < 100; tick++) {
                time.pass(Duration.ofSeconds(2));
                long now = LAYOUT.tickOf(time.millis());
                long before = ids.next();
                long begun = LAYOUT.decode(before).sequence();
                int count = 1;
                while (LAYOUT.decode(ids.next()).tick() == now) {
                    count++;
                }
                assertThat(begun).isLessThan(BOUND);
                assertThat(count).isEqualTo((int) (LAYOUT.sequenceMax() + 1 - begun));
            }
            assertThat(time.slept()).isZero();
        }
    }

    @Test
    void shouldCostATickThatWasBorrowedFromNothing() {
        try (TimeOrderedIds ids = started(BOUND)) {
            time.pass(Duration.ofMillis(10));
            long now = LAYOUT.tickOf(time.millis());
            long last = ids.next();
            while (LAYOUT.decode(last).tick() == now) {
                last = ids.next();
            }
            assertThat(LAYOUT.decode(last).sequence()).isZero();

            time.pass(Duration.ofMillis(1));

            assertThat(ids.next()).isEqualTo(last + 1);
        }
    }

    /** One second in ten begins a lease; the first tick of a lease begins elsewhere, too. */
    @Test
    void shouldBeginTheFirstTickOfALeaseElsewhere() {
        SequenceStart beginning = new SequenceStart(1 << 12);
        int zeros = 0;
        for (int second = 0; second < 1_000; second++) {
            WorkerLease lease = new WorkerLease(3, 1_790_000_000L + second, 1_790_000_001L + second);
            WorkerWindow window = WorkerWindow.of(LAYOUT, beginning, lease, 0);
            zeros += LAYOUT.decode(window.id(window.claim())).sequence() == 0 ? 1 : 0;
        }
        assertThat(zeros).isLessThan(10);
    }

    @Test
    void shouldRefuseABoundThatNoSequenceHas() {
        assertThat(started(4_096)).isNotNull();
        assertThatThrownBy(() -> started(4_097))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("1 to 4096")
                .hasMessageContaining("bound=4097");
        assertThatThrownBy(() -> started(0)).hasMessageContaining("bound=0");
    }
}
