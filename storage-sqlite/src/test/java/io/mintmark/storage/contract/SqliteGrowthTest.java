package io.mintmark.storage.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.document.NodeTag;
import io.mintmark.storage.engine.RestoredStore;
import io.mintmark.storage.lifecycle.Progress;
import io.mintmark.storage.sqlite.SqliteEngine;
import io.mintmark.storage.sqlite.SqliteSettings;
import io.mintmark.storage.sqlite.TestStore;
import io.mintmark.storage.sqlite.file.ConnectionOpener;
import io.mintmark.storage.write.CounterRaise;
import io.mintmark.storage.write.LeastRaise;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.io.TempDir;

/** The contract of growth on a directory, whose clock is this test's. */
class SqliteGrowthTest extends GrowthContract {
    @TempDir
    private Path data;

    private Instant now = Instant.parse("2027-01-31T04:00:00Z");

    @Override
    protected void hours(int count, int busyOne) {
        try (TestStore store = TestStore.open(
                new SqliteSettings(data, NodeTag.of("A"), Duration.ofDays(30), 1_000_000, () -> now),
                ConnectionOpener.DRIVER)) {
            for (int i = 0; i < count; i++) {
                hour(store, i == busyOne ? BUSY : 0);
            }
        }
    }

    /** A sample that has begun is ended by what is written after it. */
    private void hour(TestStore store, long more) {
        long stands = store.reserve("orders").high();
        for (int i = 0; i < 4; i++) {
            long ignored = store.nextIdentity("bills");
        }
        assertThat(store.storage.write(new CounterRaise(ORDERS, stands + more)).last())
                .isEqualTo(stands + more);
        move(1);
    }

    @Override
    protected void completeHistory() {
        hours((int) LeastRaise.SAMPLES_MIN, -1);
    }

    @Override
    protected void move(int hours) {
        now = now.plus(Duration.ofHours(hours));
    }

    @Override
    protected void raise(long by) {
        try (SqliteEngine engine = SqliteEngine.openRestored(TestStore.settings(data))) {
            RestoredStore.Raised ignored =
                    engine.raise(engine.database(TestStore.NAME).orElseThrow(), by, Progress.NONE);
        }
    }

    @Override
    protected LeastRaise least() {
        try (SqliteEngine engine = SqliteEngine.openRestored(TestStore.settings(data))) {
            return LeastRaise.of(engine.growth(engine.database(TestStore.NAME).orElseThrow()), now.toEpochMilli());
        }
    }
}
