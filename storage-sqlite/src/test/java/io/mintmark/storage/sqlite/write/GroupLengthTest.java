package io.mintmark.storage.sqlite.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.RandomBytes;
import io.mintmark.internal.Uninterruptibly;
import io.mintmark.storage.group.StorageWriter;
import io.mintmark.storage.row.GroupRows;
import io.mintmark.storage.sqlite.TestStore;
import io.mintmark.storage.sqlite.file.ConnectionOpener;
import io.mintmark.storage.sqlite.file.LogCopying;
import io.mintmark.storage.sqlite.file.Pragmas;
import io.mintmark.storage.sqlite.file.StateRow;
import io.mintmark.support.Party;
import io.mintmark.support.Pending;
import io.mintmark.support.limits.Limits;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** How long a group goes on before it is committed, by a clock that nothing but work moves: a millisecond a piece. */
@Timeout(60)
class GroupLengthTest {
    private final AtomicLong nanos = new AtomicLong();
    private final AtomicLong transactions = new AtomicLong();
    private final CountDownLatch allQueued = new CountDownLatch(1);

    @TempDir
    private Path directory;

    private StorageWriter start() throws SQLException {
        TestStore.open(directory).close();
        String url = "jdbc:sqlite:" + TestStore.file(directory);
        Connection connection = ConnectionOpener.DRIVER.open(url);
        Pragmas.prepareWriter(connection);
        // Each transaction reads the time once, which tells it from all others.
        WriteTransaction tx = new WriteTransaction(
                connection,
                StateRow.read(connection),
                TestStore.context(() -> Instant.ofEpochSecond(transactions.incrementAndGet())));
        LeasePruning pruning = new LeasePruning(connection, Duration.ofDays(30), 1_000_000);
        LogCopying log = LogCopying.open("groups", connection, ConnectionOpener.DRIVER, url);
        SqliteGroupStore store = new SqliteGroupStore(connection, tx, pruning, log);
        StorageWriter writer = new StorageWriter("groups", store, Limits.DEFAULT, RandomBytes.secure(), nanos::get);
        writer.start();
        return writer;
    }

    private Instant work(GroupRows rows) {
        Uninterruptibly.run(allQueued::await);
        nanos.addAndGet(1_000_000);
        return rows.now();
    }

    /** Returns the transaction of a piece of each party, all of which wait before the first one ends. */
    private List<Instant> transactionsOf(String... parties) throws SQLException {
        try (StorageWriter writer = start()) {
            List<Pending<Instant>> pieces = new ArrayList<>();
            for (String party : parties) {
                pieces.add(writer.submit(new Party(party, () -> {}), this::work));
            }
            allQueued.countDown();
            return pieces.stream().map(Pending::await).toList();
        }
    }

    @Test
    void shouldBeWorthItsSyncWhereOnePartyIsAlone() throws SQLException {
        assertThat(transactionsOf("a", "a", "a", "a", "a", "a", "a", "a")).containsOnly(Instant.ofEpochSecond(1));
    }

    @Test
    void shouldEndSoonWhereOneWouldWaitForTheWorkOfAnother() throws SQLException {
        List<Instant> transactions = transactionsOf("a", "a", "a", "a", "a", "a", "a", "b");

        Instant first = transactions.get(0);
        assertThat(transactions.get(7)).as("the other one comes next").isEqualTo(first);
        assertThat(transactions.stream().filter(first::equals)).hasSize(3);
        assertThat(transactions.get(6)).isAfter(first);
    }
}
