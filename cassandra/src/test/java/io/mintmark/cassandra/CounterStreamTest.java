package io.mintmark.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.counter.ExhaustedException;
import io.mintmark.range.Range;
import io.mintmark.range.RangeSourceException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/**
 * A process has one stream: what waits is merged, answers are as if each call had come alone, and returns go back once.
 */
class CounterStreamTest {
    private static final long TOP = Long.MAX_VALUE;

    private final Deque<Runnable> answers = new ArrayDeque<>();
    private final RowInMemory row = new RowInMemory(answers::add);
    private final CounterStream stream = stream();

    private CounterStream stream() {
        return new CounterStream(new Rounds(
                "orders", row, row.state(), UUID::randomUUID, millis -> CompletableFuture.completedFuture(null)));
    }

    private void answerAll() {
        while (!answers.isEmpty()) {
            answers.remove().run();
        }
    }

    private Range reserved(CounterStream from, long size) {
        CompletableFuture<Range> asked = from.reserve(size, TOP);
        answerAll();
        return asked.join();
    }

    private boolean givenBack(Range range, long last) {
        CompletableFuture<Boolean> asked = stream.giveBack(range, last);
        answerAll();
        return asked.join();
    }

    @Test
    void shouldMergeEverythingThatWaitsIntoOneRequest() {
        List<CompletableFuture<Range>> asked = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            asked.add(stream.reserve(3, TOP));
        }

        answerAll();

        assertThat(row.compared()).as("the first one's, and all the others'").isEqualTo(2);
        assertThat(row.state().max()).isEqualTo(3_000);
        for (int i = 0; i < 1_000; i++) {
            assertThat(asked.get(i).join().low()).as("in their order").isEqualTo(3L * i + 1);
        }
    }

    @Test
    void shouldGiveMergedRangesBackNewestFirst() {
        CompletableFuture<Range> alone = stream.reserve(10, TOP);
        CompletableFuture<Range> lower = stream.reserve(10, TOP);
        CompletableFuture<Range> upper = stream.reserve(10, TOP);
        answerAll();

        assertThat(givenBack(upper.join(), upper.join().low() - 1)).isTrue();
        assertThat(givenBack(lower.join(), lower.join().low() - 1)).isTrue();
        assertThat(givenBack(alone.join(), 4)).isTrue();
        assertThat(reserved(stream, 1).low()).isEqualTo(5);
    }

    @Test
    void shouldRefuseTheLowerOfMergedRanges() {
        CompletableFuture<Range> alone = stream.reserve(10, TOP);
        CompletableFuture<Range> lower = stream.reserve(10, TOP);
        CompletableFuture<Range> upper = stream.reserve(10, TOP);
        answerAll();

        assertThat(givenBack(lower.join(), lower.join().low())).isFalse();
        assertThat(givenBack(alone.join(), 1)).isFalse();
        assertThat(reserved(stream, 1).low()).isEqualTo(upper.join().high() + 1);
    }

    @Test
    void shouldNotGiveBackAcrossAnotherProgramsRange() {
        Range ours = reserved(stream, 10);
        CounterStream other = stream();
        CompletableFuture<Range> theirs = other.reserve(10, TOP);
        answerAll();
        CompletableFuture<Boolean> back =
                other.giveBack(theirs.join(), theirs.join().low() - 1);
        answerAll();
        assertThat(back.join()).isTrue();

        assertThat(givenBack(ours, 1))
                .as("the counter stands where it did, but in another state")
                .isFalse();
        assertThat(reserved(stream, 1).low()).isEqualTo(11);
    }

    @Test
    void shouldAnswerEachCallerForItselfAtTheCeiling() {
        CompletableFuture<Range> first = stream.reserve(4, 9);
        CompletableFuture<Range> second = stream.reserve(4, 9);
        CompletableFuture<Range> third = stream.reserve(4, 9);
        CompletableFuture<Range> fourth = stream.reserve(4, 9);
        CompletableFuture<Long> fifth = stream.raise(10, 9);
        answerAll();

        assertThat(first.join().size() + second.join().size() + third.join().size())
                .isEqualTo(9);
        assertThatThrownBy(fourth::join).hasCauseInstanceOf(ExhaustedException.class);
        assertThatThrownBy(fifth::join)
                .hasCauseInstanceOf(ExhaustedException.class)
                .hasMessageContaining("ceiling=9");
    }

    @Test
    void shouldConcludeNothingFromAStateThatMayBeOld() {
        Range ours = reserved(stream, 10);
        CounterStream other = stream();
        CompletableFuture<Range> theirs = other.reserve(90, TOP);
        answerAll();
        assertThat(theirs.join().high()).isEqualTo(100);

        CompletableFuture<Long> raised = stream.raise(ours.high(), TOP);
        answerAll();

        assertThat(raised.join()).isEqualTo(100);
    }

    @Test
    void shouldRefuseACounterThatWentBackUntilItIsRaised() {
        Range ours = reserved(stream, 100);
        row.set(Optional.of(new RowState(50, 0, UUID.randomUUID())));

        CompletableFuture<Range> refused = stream.reserve(1, TOP);
        answerAll();
        assertThatThrownBy(refused::join)
                .hasCauseInstanceOf(UnsafeCounterException.class)
                .hasMessageContainingAll("orders", "went back", "max is 50", "up to 100", "raise");
        CompletableFuture<Long> raised = stream.raise(200, TOP);
        answerAll();

        assertThat(raised.join()).isEqualTo(200);
        assertThat(reserved(stream, 1).low()).isEqualTo(201);
        assertThat(givenBack(ours, 1)).as("of another life").isFalse();
    }

    /** Where two programs go on from it, and the write wins by its clock, both reserve the same numbers. */
    @Test
    void shouldRefuseASecondStateOfOneRequest() {
        Range ignored = reserved(stream, 10);
        RowState left = row.state();
        row.set(Optional.of(new RowState(500, left.serial(), left.request())));

        CompletableFuture<Range> refused = stream.reserve(1, TOP);
        answerAll();

        assertThatThrownBy(refused::join)
                .hasCauseInstanceOf(UnsafeCounterException.class)
                .hasMessageContainingAll("orders", "something else than a lightweight transaction", "max=500");
    }

    @Test
    void shouldRefuseARowThatIsGone() {
        Range ignored = reserved(stream, 1);
        row.set(Optional.empty());

        CompletableFuture<Range> refused = stream.reserve(1, TOP);
        answerAll();

        assertThatThrownBy(refused::join)
                .hasCauseInstanceOf(UnsafeCounterException.class)
                .hasMessageContainingAll("orders", "is gone", "raise");
    }

    @Test
    void shouldDealNothingToACallerThatGaveUp() {
        CompletableFuture<Range> first = stream.reserve(1, TOP);
        CompletableFuture<Range> givenUp = stream.reserve(1_000, TOP);
        assertThat(givenUp.cancel(false)).isTrue();
        answerAll();

        assertThat(first.join().high()).isEqualTo(1);
        assertThat(row.state().max()).isEqualTo(1);
    }

    @Test
    void shouldSayWhatWasTriedWhereNobodyAnswers() {
        CounterRow silent = new SilentRow();
        CounterStream lost = new CounterStream(new Rounds(
                "orders", silent, row.state(), UUID::randomUUID, millis -> CompletableFuture.completedFuture(null)));

        assertThatThrownBy(lost.reserve(1, TOP)::join)
                .hasCauseInstanceOf(RangeSourceException.class)
                .hasMessageContainingAll("orders", "could not reserve", "8 attempts", "no replica", "replicas");
    }

    /** Nobody answers. */
    private static final class SilentRow implements CounterRow {
        @Override
        public CompletableFuture<Optional<RowState>> read() {
            return CompletableFuture.failedFuture(new IllegalStateException("no replica"));
        }

        @Override
        public CompletableFuture<Comparison> compareAndSet(RowState expected, RowState next) {
            throw new IllegalStateException("no replica");
        }
    }
}
