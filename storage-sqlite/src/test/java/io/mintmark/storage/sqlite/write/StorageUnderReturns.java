package io.mintmark.storage.sqlite.write;

import io.mintmark.RandomBytes;
import io.mintmark.counter.LeaseToken;
import io.mintmark.counter.ReturnRule;
import io.mintmark.internal.Ticker;
import io.mintmark.storage.evaluation.HiLoWork;
import io.mintmark.storage.group.StorageWriter;
import io.mintmark.storage.row.Counter;
import io.mintmark.storage.row.GroupRows;
import io.mintmark.storage.sqlite.TestStore;
import io.mintmark.storage.sqlite.file.ConnectionOpener;
import io.mintmark.storage.sqlite.file.LogCopying;
import io.mintmark.storage.sqlite.file.Pragmas;
import io.mintmark.storage.sqlite.file.StateRow;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.Lease;
import io.mintmark.storage.write.RangeRequest;
import io.mintmark.storage.write.RangeReturn;
import io.mintmark.support.Party;
import io.mintmark.support.limits.Limits;
import io.mintmark.testkit.ReturnSchedule;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The real writer on a real file, with our rule of returns or, as the broken twin, RavenDB's.
 *
 * <p>The twin differs in that rule alone: reservations, groups, commits and restarts are those of production.
 */
final class StorageUnderReturns implements AutoCloseable {
    /** How returns are judged. */
    enum Rule {
        OURS,
        /** Compares with the counter, and remembers no lease. */
        RAVENDB
    }

    private final Rule rule;
    private Path directory;
    private StorageWriter writer;
    private String life = "";

    private StorageUnderReturns(Path directory, Rule rule) {
        this.directory = directory;
        this.rule = rule;
        TestStore.open(directory).close();
        this.writer = start();
    }

    static StorageUnderReturns open(Path directory, Rule rule) {
        return new StorageUnderReturns(directory, rule);
    }

    private <T> T write(Function<GroupRows, T> work) {
        return writer.submit(Party.NOBODY, work).await();
    }

    private StorageWriter start() {
        try {
            String url = "jdbc:sqlite:" + TestStore.file(directory);
            Connection connection = ConnectionOpener.DRIVER.open(url);
            Pragmas.prepareWriter(connection);
            StateRow found = StateRow.read(connection);
            StateRow opened = found.openedBy("schedules");
            WriteTransaction tx = new WriteTransaction(connection, opened, TestStore.context(InstantSource.system()));
            tx.takeOver(connection, found, opened, () -> {});
            life = opened.life();
            LeasePruning pruning = new LeasePruning(connection, Duration.ofDays(30), 1_000_000);
            LogCopying log = LogCopying.open("schedules", connection, ConnectionOpener.DRIVER, url);
            SqliteGroupStore store = new SqliteGroupStore(connection, tx, pruning, log);
            StorageWriter started =
                    new StorageWriter("schedules", store, Limits.DEFAULT, RandomBytes.secure(), Ticker.SYSTEM);
            started.start();
            return started;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the counter of that tag, which goes on after a reopening. */
    ReturnSchedule.Counter counter(String tag) {
        CounterName name = CounterName.ofTag(tag);
        return new ReturnSchedule.Counter() {
            @Override
            public ReturnSchedule.Lease reserve(int size, long lastMax) {
                Lease lease = write(rows -> HiLoWork.reserve(rows, new RangeRequest(name, lastMax, size, null)));
                return new ReturnSchedule.Lease(
                        lease.low(), lease.high(), new LeaseToken(life, lease.serial()).toString());
            }

            @Override
            public boolean giveBack(long last, long end, @Nullable String token) {
                LeaseToken lease =
                        token == null ? null : LeaseToken.parse(token).orElseThrow();
                RangeReturn request = new RangeReturn(name, last, end, lease);
                return write(rows -> rule == Rule.OURS
                        ? HiLoWork.giveBack(rows, request) instanceof ReturnRule.Verdict.Accepted
                        : giveBackAsRavenDb(rows, request));
            }
        };
    }

    private static boolean giveBackAsRavenDb(GroupRows rows, RangeReturn request) {
        Counter counter = rows.counter(request.counter().document());
        if (counter == null || request.end() != counter.max() || request.last() > counter.max()) {
            return false;
        }
        long before = counter.max();
        counter.returned(request.last(), counter.latest());
        rows.changed(counter, before);
        return true;
    }

    /** Opens the database again, after an orderly close or from what a crash would leave. */
    void reopen(boolean inDoubt) {
        StorageWriter old = writer;
        if (inDoubt) {
            Path copy = directory.resolveSibling(directory.getFileName() + "-crashed");
            TestStore.crashInto(directory, copy);
            directory = copy;
            writer = start();
            old.close();
        } else {
            old.close();
            writer = start();
        }
    }

    @Override
    public void close() {
        writer.close();
    }
}
