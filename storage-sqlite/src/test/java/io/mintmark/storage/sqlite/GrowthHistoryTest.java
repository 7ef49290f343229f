package io.mintmark.storage.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.document.NodeTag;
import io.mintmark.storage.sqlite.file.ConnectionOpener;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.CounterRaise;
import io.mintmark.storage.write.Growth;
import io.mintmark.storage.write.LeastRaise;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A copy knows how fast its numbers grew, in its busiest hour and not on average, and is not fooled by a step of the clock. */
class GrowthHistoryTest {
    private static final int QUIET = 32;
    private static final int BUSY = 50_000;

    @TempDir
    private Path data;

    private Instant now = Instant.parse("2027-01-31T04:00:00Z");

    private TestStore open() {
        return TestStore.open(
                new SqliteSettings(data, NodeTag.of("A"), Duration.ofDays(30), 1_000_000, () -> now),
                ConnectionOpener.DRIVER);
    }

    private Growth growth() {
        try (SqliteEngine engine = SqliteEngine.openRestored(TestStore.settings(data))) {
            return engine.growth(engine.database(TestStore.NAME).orElseThrow()).orElseThrow();
        }
    }

    private LeastRaise least(Duration after) {
        return LeastRaise.of(Optional.of(growth()), now.plus(after).toEpochMilli());
    }

    private void pass(Duration time) {
        now = now.plus(time);
    }

    /** Takes a range, and does what else lets a sample that has begun be ended. */
    private void hour(TestStore store, int size) {
        store.reserve("orders", 0, size);
        for (int i = 0; i < 4; i++) {
            long ignored = store.nextIdentity("bills");
        }
    }

    /** The last hour passes while it is closed, or the writer might begin another sample. */
    private void hours(int count, int busyOne) {
        try (TestStore store = open()) {
            for (int i = 0; i < count; i++) {
                pass(i == 0 ? Duration.ZERO : Duration.ofHours(1));
                hour(store, i == busyOne ? BUSY : QUIET);
            }
        }
        pass(Duration.ofHours(1));
    }

    /** The average of these hours is a sixteenth of the busiest one. */
    @Test
    void shouldAskForTwiceTheBusiestHourForEachHourThatPassed() {
        hours(26, 10);

        LeastRaise least = least(Duration.ofHours(9));

        assertThat(growth().samples()).isEqualTo(26);
        assertThat(least.by()).isEqualTo(2 * 11 * BUSY + (1 << 20));
    }

    @Test
    void shouldKnowWhatGrewSinceTheLastSample() {
        hours(26, -1);
        assertThat(growth().steepest()).isLessThan(BUSY);
        try (TestStore store = open()) {
            hour(store, BUSY);
        }

        assertThat(growth().steepest()).isGreaterThanOrEqualTo(BUSY);
    }

    /** A node that reserves ahead, as one of several does, moves the counter and keeps no lease of it. */
    @Test
    void shouldCountWhatNoLeaseTellsOf() {
        hours(26, -1);
        moveWithoutALease(2_000_000);
        assertThat(growth().steepest()).as("since the last sample").isBetween(1_900_000L, 2_000_000L);

        hours(3, -1);
        assertThat(growth().steepest()).as("in a sample").isBetween(1_900_000L, 2_000_000L);
    }

    private void moveWithoutALease(long to) {
        try (TestStore store = open()) {
            assertThat(store.storage
                            .write(new CounterRaise(CounterName.ofTag("orders"), to))
                            .last())
                    .isEqualTo(to);
        }
    }

    /** A step by a year adds a sample or two, and no year of history. */
    @Test
    void shouldNotBeFooledByAStepOfTheClock() {
        hours(3, -1);
        pass(Duration.ofDays(365));
        hours(1, -1);
        pass(Duration.ofDays(-365));
        hours(3, -1);

        assertThat(least(Duration.ofHours(1)).by())
                .isEqualTo(LeastRaise.UNKNOWN + (2 * 3_600 + 1) * LeastRaise.UNKNOWN_A_SECOND);
    }

    @Test
    void shouldForgetABusyHourAfterTwoWeeksOfUse() {
        hours(30, 10);
        assertThat(growth().steepest()).isGreaterThanOrEqualTo(BUSY);

        hours(2 * (int) Growth.SAMPLES_A_GENERATION, -1);

        assertThat(growth().steepest()).isLessThan(BUSY);
    }
}
