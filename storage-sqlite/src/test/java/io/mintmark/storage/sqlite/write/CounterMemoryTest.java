package io.mintmark.storage.sqlite.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.document.NodeTag;
import io.mintmark.internal.Ticker;
import io.mintmark.storage.ChangeListener;
import io.mintmark.storage.evaluation.FormerEndLookup;
import io.mintmark.storage.evaluation.HiLoWork;
import io.mintmark.storage.sqlite.DatabaseFile;
import io.mintmark.storage.sqlite.file.ConnectionOpener;
import io.mintmark.storage.sqlite.file.Pragmas;
import io.mintmark.storage.sqlite.file.StateRow;
import io.mintmark.storage.write.AnswerLimits;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.Lease;
import io.mintmark.storage.write.RangeRequest;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Counters that several databases keep in memory have one bound together, and count on after it. */
class CounterMemoryTest {
    private static final int MAX = 10;
    private static final int COUNTERS = 40;

    private final CounterMemory memory = new CounterMemory(MAX);

    @TempDir
    Path directory;

    @Test
    void shouldKeepNoMoreCountersThanAllDatabasesMay() throws SQLException {
        try (Connection first = database("first");
                Connection second = database("second")) {
            WriteTransaction one = transaction(first);
            WriteTransaction other = transaction(second);
            for (int round = 0; round < 3; round++) {
                for (int i = 0; i < COUNTERS; i++) {
                    assertThat(reserve(one, i).low()).isEqualTo(1 + 32L * round);
                    assertThat(reserve(other, i).low()).isEqualTo(1 + 32L * round);
                    assertThat(memory.kept()).isLessThanOrEqualTo(MAX + 2);
                }
            }
            one.forget();
            other.forget();
            assertThat(memory.kept()).isZero();
        }
    }

    private Connection database(String name) throws SQLException {
        Path path = directory.resolve(name);
        new DatabaseFile(path, name).create(ConnectionOpener.DRIVER, "AAAAAAAAAAAAAAAAAAAAAA", 0);
        Connection connection = ConnectionOpener.DRIVER.open("jdbc:sqlite:" + path);
        Pragmas.prepareWriter(connection);
        return connection;
    }

    private WriteTransaction transaction(Connection connection) throws SQLException {
        return new WriteTransaction(
                connection,
                StateRow.read(connection),
                new WriteTransaction.Context(
                        FormerEndLookup.NONE,
                        NodeTag.of("A"),
                        InstantSource.system(),
                        memory,
                        ChangeListener.NOBODY,
                        AnswerLimits.DEFAULT,
                        Ticker.SYSTEM));
    }

    private static Lease reserve(WriteTransaction tx, int counter) throws SQLException {
        tx.begin();
        Lease lease = HiLoWork.reserve(tx.rows(), new RangeRequest(CounterName.ofTag("c" + counter), 0, 32, null));
        tx.commit();
        return lease;
    }
}
