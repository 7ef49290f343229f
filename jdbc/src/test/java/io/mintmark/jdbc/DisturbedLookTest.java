package io.mintmark.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.range.Range;
import io.mintmark.range.RangeSourceException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteDataSource;

/** A counter is built while another program has the whole file for itself, so that every look fails until it lets go. */
class DisturbedLookTest {
    @TempDir
    Path directory;

    private final SQLiteDataSource source = new SQLiteDataSource();
    private final AtomicInteger pauses = new AtomicInteger();

    @BeforeEach
    void openWithoutWaitingForLocks() {
        SQLiteConfig config = new SQLiteConfig();
        config.setBusyTimeout(0);
        source.setConfig(config);
        source.setUrl("jdbc:sqlite:" + directory.resolve("counters.db"));
    }

    private JdbcCounterBuilder builder(int attempts, Runnable inPause) {
        return JdbcRanges.over(source)
                .counter("orders")
                .attempts(attempts)
                .pausing(
                        nanos -> {
                            pauses.incrementAndGet();
                            inPause.run();
                        },
                        () -> 0);
    }

    @Test
    void shouldLookAgainWhenTheOtherProgramLetsGo() throws SQLException {
        try (Connection other = source.getConnection()) {
            TestDatabase.execute(other, "BEGIN EXCLUSIVE");

            JdbcCounter counter = builder(8, () -> letGo(other)).build();

            assertThat(pauses).hasValue(1);
            assertThat(counter.reserve(10)).extracting(Range::low, Range::high).containsExactly(1L, 10L);
        }
    }

    @Test
    void shouldSayAfterTheLastLookWhatDisturbedIt() throws SQLException {
        try (Connection other = source.getConnection()) {
            TestDatabase.execute(other, "BEGIN EXCLUSIVE");
            JdbcCounterBuilder disturbed = builder(3, () -> {});

            assertThatThrownBy(disturbed::build)
                    .isInstanceOf(RangeSourceException.class)
                    .hasMessageContaining("orders")
                    .hasMessageContaining("could not be looked at in 3 attempts")
                    .hasMessageContaining("SQLITE_BUSY");
            assertThat(pauses).hasValue(2);
        }
    }

    private void letGo(Connection other) {
        if (pauses.get() == 1) {
            TestDatabase.execute(other, "ROLLBACK");
        }
    }
}
