package io.mintmark.hilo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.counter.ExhaustedException;
import io.mintmark.counter.Reservation;
import io.mintmark.hilo.supply.Segment;
import io.mintmark.range.InMemoryRanges;
import io.mintmark.range.Range;
import io.mintmark.range.RangeListener;
import io.mintmark.range.RangeSource;
import io.mintmark.range.RangeSourceException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

class StrictHiLoTest {
    private final SteppedRefiller time = new SteppedRefiller();
    private final ScriptedSource source = new ScriptedSource();

    private HiLoBuilder over(RangeSource from) {
        return HiLo.over(from).name("orders").refiller(time).ticker(time);
    }

    @Test
    void shouldIssueEveryNumberInOrderFromRangeToRange() {
        try (StrictHiLo hilo = over(source).rangeSize(10).strict()) {
            for (long expected = 1; expected <= 1_000; expected++) {
                assertThat(hilo.next()).isEqualTo(expected);
            }
        }

        assertThat(source.reserved).hasSizeGreaterThan(2);
    }

    @Test
    void shouldIssueBlocksOfConsecutiveNumbersOfOneRange() {
        List<Range> ranges = new ArrayList<>();
        try (StrictHiLo hilo = over(source).rangeSize(10).rangeSizeMax(10).strict()) {
            assertThat(hilo.nextBlock(4)).isEqualTo(1);
            assertThat(hilo.nextBlock(4)).isEqualTo(5);
            assertThat(hilo.<Long>nextBlock(4, (range, first) -> {
                        ranges.add(range);
                        return first;
                    }))
                    .as("9 and 10 are too few")
                    .isEqualTo(11);
            assertThat(hilo.next()).isEqualTo(15);
        }

        assertThat(ranges).singleElement().extracting(Range::low).isEqualTo(11L);
    }

    @Test
    void shouldMakeRoomForABlockLongerThanARange() {
        try (StrictHiLo hilo = over(source).rangeSize(10).rangeSizeMax(10).strict()) {
            hilo.next();

            long first = hilo.nextBlock(65_536);

            assertThat(hilo.next()).isEqualTo(first + 65_536);
        }
    }

    @Test
    void shouldRefuseABlockThatTheSourceNeverGrants() {
        source.answer = range -> {
            source.counter.giveBack(range, range.low() + 4);
            return new Range(range.low(), range.low() + 4, "", "", range.token());
        };
        StrictHiLo hilo = over(source).strict();

        assertThatThrownBy(() -> hilo.nextBlock(10))
                .isInstanceOf(RangeSourceException.class)
                .hasMessage("The counter orders grants 5 numbers at once, which is too few for a block of 10: ask for"
                        + " smaller blocks.");
        assertThat(hilo.nextBlock(5)).isEqualTo(1);
    }

    @Test
    void shouldSkipNoRangeForABlockThatWasRefusedAMomentAgo() {
        source.answer = range -> {
            source.counter.giveBack(range, range.low() + 4);
            return new Range(range.low(), range.low() + 4, "", "", range.token());
        };
        StrictHiLo hilo = over(source).strict();
        for (int i = 0; i < 5; i++) {
            assertThatThrownBy(() -> hilo.nextBlock(10)).isInstanceOf(RangeSourceException.class);
            assertThatThrownBy(() -> hilo.nextBlock(10, (range, first) -> first))
                    .hasMessageContaining("grants 5 numbers at once, which is too few for a block of 10");
        }
        assertThat(source.attempts).hasValue(1);
        source.answer = range -> range;
        assertThat(hilo.nextBlock(5)).isEqualTo(1);
        time.pass(Duration.ofSeconds(1));

        assertThat(hilo.nextBlock(10)).as("asked for again after a while").isEqualTo(6);
    }

    @Test
    void shouldTellWhatABlockSkips() {
        Gaps gaps = new Gaps();
        StrictHiLo hilo =
                over(source).rangeSize(10).rangeSizeMax(10).listener(gaps).strict();
        hilo.nextBlock(8);
        assertThat(gaps.count).isZero();

        hilo.nextBlock(4);
        assertThat(gaps.count).as("9 and 10").isEqualTo(2);
        hilo.nextBlock(7, (range, first) -> first);
        assertThat(gaps.count).as("and 15 to 20").isEqualTo(8);
        hilo.close();

        assertThat(gaps.count).isEqualTo(8);
        assertThat(source.counter.max()).as("issued, and gaps").isEqualTo(8 + 4 + 7 + 8);
    }

    @Test
    void shouldKeepToTheMostAfterALargerBlock() {
        try (StrictHiLo hilo = over(source).rangeSize(10).rangeSizeMax(10).strict()) {
            hilo.nextBlock(500);

            for (int i = 0; i < 50; i++) {
                hilo.next();
            }
        }

        assertThat(source.reserved.stream().mapToLong(Range::size).boxed().toList())
                .startsWith(500L, 10L)
                .filteredOn(size -> size > 10)
                .hasSize(1);
    }

    @Test
    void shouldRefuseBlocksOfNoLength() {
        StrictHiLo hilo = over(source).strict();

        assertThatThrownBy(() -> hilo.nextBlock(0)).hasMessageContaining("count=0");
        assertThatThrownBy(() -> hilo.nextBlock(65_537, (range, first) -> first))
                .hasMessageContaining("1 to 65536 numbers: count=65537");
        assertThat(source.attempts).hasValue(0);
    }

    @Test
    void shouldBeALongSupplierAndAStream() {
        try (StrictHiLo hilo = over(source).strict()) {
            LongSupplier supplier = hilo;

            assertThat(supplier.getAsLong()).isEqualTo(1);
            assertThat(hilo.stream().limit(3).toArray()).containsExactly(2, 3, 4);
        }
    }

    @Test
    void shouldIssueZeroOnlyByChoice() {
        RangeSource fromZero = new FixedRanges(Range.of(0, 0), Range.of(1, 5));

        assertThat(over(fromZero).strict().next()).isEqualTo(1);
        assertThat(over(new FixedRanges(Range.of(0, 9))).withZero().strict().next())
                .isZero();
        assertThat(over(new FixedRanges(Range.of(0, Long.MAX_VALUE)))
                        .withZero()
                        .strict()
                        .next())
                .isZero();
    }

    @Test
    void shouldRefuseAboveWhatJavaScriptReads() {
        long ceiling = Reservation.CEILING_JS_SAFE;
        ScriptedSource near = new ScriptedSource(new InMemoryRanges(ceiling - 3, Reservation.CEILING_LONG));
        StrictHiLo hilo = over(near).jsSafe().strict();

        assertThat(hilo.stream().limit(3).toArray()).containsExactly(ceiling - 2, ceiling - 1, ceiling);
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(hilo::next)
                    .isInstanceOf(ExhaustedException.class)
                    .hasMessageContaining("The counter orders is exhausted (announced to the listener PT")
                    .hasMessageContaining("above its ceiling 9007199254740991; use a counter of another name");
        }
        assertThat(near.reserved.get(near.reserved.size() - 1).size())
                .as("asks for one number to see whether it still is")
                .isEqualTo(1);
        assertThat(near.offered).as("what was granted in vain goes back").hasSize(3);
    }

    @Test
    void shouldRefuseAfterTheLastLongInEveryOrder() {
        InMemoryRanges near = new InMemoryRanges(Long.MAX_VALUE - 256, Long.MAX_VALUE);
        HiLoHandle handle = over(near).perHandle().handle();

        for (int i = 255; i >= 0; i--) {
            assertThat(handle.next()).isEqualTo(Long.MAX_VALUE - i);
        }
        assertThatThrownBy(handle::next).isInstanceOf(ExhaustedException.class);
        assertThatThrownBy(() -> over(near).strict().next()).isInstanceOf(ExhaustedException.class);
    }

    @Test
    void shouldIssueWhereTheFastPathEndsAndAboveAsBelow() {
        for (long low : new long[] {Segment.FAST_MAX - 100, Segment.FAST_MAX - 50, Segment.FAST_MAX, 1L << 62}) {
            InMemoryRanges counter = new InMemoryRanges(low - 1, Long.MAX_VALUE);
            StrictHiLo hilo = over(counter).rangeSize(100).strict();

            for (long expected = low; expected < low + 250; expected++) {
                assertThat(hilo.next()).isEqualTo(expected);
            }
            assertThat(hilo.nextBlock(10)).isEqualTo(low + 250);
            hilo.close();

            assertThat(counter.max()).as("counter from %d", low).isEqualTo(low + 259);
            for (int i = 0; i < 10; i++) {
                assertThatThrownBy(hilo::next).isInstanceOf(IllegalStateException.class);
            }
        }
    }

    @Test
    void shouldLetNobodyTakeTheFastPathOfASealedSegment() {
        for (long low : new long[] {1, Segment.FAST_MAX - 10, Segment.FAST_MAX, Long.MAX_VALUE - 9}) {
            Segment segment = new Segment(Range.of(low, low + 9), low, 10, 0);
            segment.take(1);

            assertThat(segment.seal()).isEqualTo(1);

            long late = segment.take(1 << 16);
            assertThat(late < segment.fastEnd()).isFalse();
            assertThat(segment.holds(late, 1)).isFalse();
            assertThat(segment.issued()).isEqualTo(1);
        }
    }

    @Test
    void shouldIssueNothingToCallersWhoRunPastTheLastLong() {
        StrictHiLo hilo =
                over(new InMemoryRanges(Long.MAX_VALUE - 3, Long.MAX_VALUE)).strict();

        assertThat(hilo.stream().limit(3).toArray())
                .containsExactly(Long.MAX_VALUE - 2, Long.MAX_VALUE - 1, Long.MAX_VALUE);
        for (int i = 0; i < 1_000; i++) {
            assertThatThrownBy(hilo::next).isInstanceOf(ExhaustedException.class);
            assertThatThrownBy(() -> hilo.nextBlock(1 << 16)).isInstanceOf(ExhaustedException.class);
        }
        hilo.close();
        assertThatThrownBy(hilo::next).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void shouldAnnounceItsEndLongBefore() {
        List<Long> left = new ArrayList<>();
        RangeListener listener = new RangeListener() {
            @Override
            public void headroom(long numbers, Duration atThisRate) {
                left.add(numbers);
            }
        };
        over(new InMemoryRanges(0, Reservation.CEILING_JS_SAFE))
                .jsSafe()
                .listener(listener)
                .strict()
                .next();
        assertThat(left).as("far from the end").isEmpty();

        over(new InMemoryRanges(Reservation.CEILING_JS_SAFE / 10 * 9 + 10, Reservation.CEILING_JS_SAFE))
                .jsSafe()
                .listener(listener)
                .strict()
                .next();

        assertThat(left)
                .singleElement()
                .satisfies(numbers -> assertThat(numbers)
                        .isBetween(Reservation.CEILING_JS_SAFE / 11, Reservation.CEILING_JS_SAFE / 10));
    }

    @Test
    void shouldLeaveTheCounterAtTheNumberIssuedLastWhenClosed() {
        StrictHiLo hilo = over(source).strict();
        for (int i = 0; i < 700; i++) {
            hilo.next();
            time.pass(Duration.ofNanos(10_000));
        }

        hilo.close();

        assertThat(source.counter.max()).isEqualTo(700);
    }

    @Test
    void shouldGiveBackNewestFirst() {
        StrictHiLo hilo = over(source).rangeSize(100).rangeSizeMax(100).strict();
        for (int i = 0; i < 90; i++) {
            hilo.next();
            time.pass(Duration.ofNanos(100_000));
        }
        assertThat(source.reserved).as("prefetched").hasSizeGreaterThan(1);

        hilo.close();

        assertThat(source.counter.max()).isEqualTo(90);
        assertThat(source.accepted.get(0).low())
                .isGreaterThan(source.accepted.get(1).low());
        assertThat(source.accepted).hasSameSizeAs(source.reserved);
    }

    @Test
    void shouldGiveBackOnlyPartsWithoutTokens() {
        source.withoutTokens();
        Gaps gaps = new Gaps();
        StrictHiLo hilo = over(source).rangeSize(100).listener(gaps).strict();
        hilo.next();

        hilo.close();

        assertThat(source.accepted).hasSize(1);
        assertThat(source.counter.max()).isEqualTo(1);
        assertThat(gaps.count).isZero();
    }

    @Test
    void shouldCountWhatWasPrefetchedWithoutATokenAsAGap() {
        source.withoutTokens();
        Gaps gaps = new Gaps();
        StrictHiLo hilo =
                over(source).rangeSize(100).rangeSizeMax(100).listener(gaps).strict();
        for (int i = 0; i < 90; i++) {
            hilo.next();
            time.pass(Duration.ofNanos(100_000));
        }
        long reserved = source.reservedNumbers();

        hilo.close();

        assertThat(source.offered)
                .as("a return that must be refused is not sent")
                .isEmpty();
        assertThat(gaps.count).isEqualTo(reserved - 90);
    }

    @Test
    void shouldCloseInPeaceWhenAReturnFails() {
        source.beforeGiveBack = () -> {
            throw new RangeSourceException("gone");
        };
        Gaps gaps = new Gaps();
        StrictHiLo hilo = over(source).rangeSize(100).listener(gaps).strict();
        hilo.next();

        hilo.close();
        hilo.close();

        assertThat(gaps.count).isEqualTo(99);
        assertThat(gaps.failedReturns).isEqualTo(1);
        assertThat(gaps.failures).as("of reservations").isZero();
        assertThat(source.offered).hasSize(1);
    }

    @Test
    void shouldRefuseOnceClosed() {
        StrictHiLo hilo = over(source).strict();
        hilo.next();
        hilo.close();

        assertThatThrownBy(hilo::next).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> hilo.nextBlock(2))
                .hasMessage("The generator of the counter orders is closed: build a new one to issue numbers.");
        assertThatThrownBy(() -> hilo.nextBlock(2, (range, first) -> first)).isInstanceOf(IllegalStateException.class);
        assertThat(source.reserved).hasSize(1);
    }

    /** Counts what became a gap. */
    private static final class Gaps implements RangeListener {
        long count;
        int failures;
        int failedReturns;

        @Override
        public void returnFailed(RuntimeException failure) {
            failedReturns++;
        }

        @Override
        public void gap(Range range, long numbers) {
            count += numbers;
        }

        @Override
        public void failed(RuntimeException failure) {
            failures++;
        }
    }

    /** Grants what it was told to, in turn. */
    private static final class FixedRanges implements RangeSource {
        private final List<Range> ranges;

        FixedRanges(Range... ranges) {
            this.ranges = new ArrayList<>(List.of(ranges));
        }

        @Override
        public Range reserve(long size) {
            return ranges.remove(0);
        }

        @Override
        public boolean giveBack(Range range, long lastIssued) {
            return false;
        }

        @Override
        public long raise(long atLeast) {
            throw new UnsupportedOperationException();
        }
    }
}
