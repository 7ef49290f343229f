package io.mintmark.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class UndisturbedTest {
    private static final long BATCH = 50_000;

    private final Undisturbed undisturbed = new Undisturbed(3 * BATCH);
    private final Batches mine = new Batches(100);
    private final Batches other = new Batches(100);

    @Test
    void shouldAcceptEveryBatchThatTheOtherThreadCovers() {
        run(mine, 10_000, 10);
        run(other, 0, 20);

        assertThat(undisturbed.accepted(mine, other)).hasSize(10).allMatch(nanos -> nanos == BATCH);
    }

    @Test
    void shouldRefuseBatchesBeforeTheOtherBeganAndAfterItEnded() {
        run(mine, 0, 10);
        run(other, 2 * BATCH, 5);

        assertThat(undisturbed.accepted(mine, other)).hasSize(5);
    }

    @Test
    void shouldRefuseWhateverTouchesABatchDuringWhichTheOtherWasAway() {
        run(mine, 0, 60);
        run(other, 0, 10);
        other.add(10 * BATCH, 40 * BATCH);
        run(other, 40 * BATCH, 20);

        assertThat(undisturbed.accepted(mine, other)).hasSize(30);
    }

    @Test
    void shouldRefuseWhatOverlapsAHoleBetweenTwoBatchesOfTheOther() {
        run(mine, 0, 20);
        run(other, 0, 10);
        run(other, 10 * BATCH + Undisturbed.HOLE_NANOS_MAX + 1, 10);

        assertThat(undisturbed.accepted(mine, other)).hasSize(19);
    }

    @Test
    void shouldPassOverThePauseInWhichTheOtherNotesTheTime() {
        run(mine, 0, 20);
        for (int i = 0; i < 20; i++) {
            other.add(i * BATCH + 30, (i + 1) * BATCH);
        }

        assertThat(undisturbed.accepted(mine, other)).hasSize(20);
    }

    @Test
    void shouldRefuseABatchDuringWhichTheMeasuringThreadItselfWasAway() {
        mine.add(0, 10 * BATCH);
        run(other, 0, 20);

        assertThat(undisturbed.accepted(mine, other)).isEmpty();
    }

    @Test
    void shouldAcceptNothingWhenTheThreadsTookTurnsOnOneCore() {
        for (int i = 0; i < 10; i++) {
            run(mine, 20L * i * BATCH, 10);
            run(other, (20L * i + 10) * BATCH, 10);
        }

        assertThat(undisturbed.accepted(mine, other)).isEmpty();
    }

    private static void run(Batches thread, long from, int batches) {
        for (int i = 0; i < batches; i++) {
            thread.add(from + i * BATCH, from + (i + 1) * BATCH);
        }
    }
}
