package io.mintmark.storage.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.counter.LeaseToken;
import io.mintmark.counter.ReturnRule;
import io.mintmark.storage.LeaseRecord;
import io.mintmark.storage.Storage;
import io.mintmark.storage.StorageEngine;
import io.mintmark.storage.engine.RestoredStore;
import io.mintmark.storage.lifecycle.Progress;
import io.mintmark.storage.sqlite.file.ConnectionOpener;
import io.mintmark.storage.sqlite.file.StateRow;
import io.mintmark.storage.write.AnswerLimits;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.HiLoDocument;
import io.mintmark.storage.write.Lease;
import io.mintmark.storage.write.RangeRequest;
import io.mintmark.storage.write.RangeReturn;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A data directory whose busy counters are cut from numbers that were reserved ahead. */
class RangesAheadTest {
    private static final CounterName ORDERS = CounterName.ofTag("orders");
    private static final long MILLI = 1_000_000L;

    @TempDir
    Path directory;

    private final AtomicLong nanos = new AtomicLong();

    private TestStore open(Path where) {
        SqliteSettings settings = TestStore.settings(where).with(AnswerLimits.DEFAULT, nanos::get);
        return TestStore.open(settings, ConnectionOpener.DRIVER);
    }

    private Lease next(TestStore store, String tag, int millis) {
        nanos.addAndGet(millis * MILLI);
        return store.reserve(tag);
    }

    private static long max(Storage storage) {
        return storage.reads()
                .read(ORDERS.document())
                .map(shown -> HiLoDocument.parse(shown.content().body(), Long.MAX_VALUE)
                        .max())
                .orElseThrow();
    }

    private static List<LeaseRecord> leases(TestStore store) {
        return store.storage.reads().leases(ORDERS, Long.MAX_VALUE, 1_000);
    }

    /** Asks ten times a second until the server cuts by itself. */
    private Lease untilCut(TestStore store) {
        Lease lease = next(store, "orders", 100);
        while (max(store.storage) == lease.high()) {
            assertThat(lease.high()).as("ten ranges a second must be enough").isLessThan(60 * 32);
            lease = next(store, "orders", 100);
        }
        // The one before may have come from the counter itself, just ahead of the reservation.
        return next(store, "orders", 100);
    }

    @Test
    void shouldKeepTheNumbersOfAQuietCounter() {
        try (TestStore store = open(directory)) {
            for (long range = 0; range < 30; range++) {
                assertThat(next(store, "orders", 300).low()).isEqualTo(1 + 32 * range);
                assertThat(max(store.storage)).isEqualTo(32 + 32 * range);
            }
        }
    }

    @Test
    void shouldPutOneReservationOnRecordForManyRanges() {
        try (TestStore store = open(directory)) {
            Lease cut = untilCut(store);
            LeaseRecord reserved = leases(store).get(0);

            assertThat(next(store, "orders", 100).low()).isEqualTo(cut.high() + 1);
            assertThat(leases(store)).first().isEqualTo(reserved);
            assertThat(reserved.lease().low()).isLessThanOrEqualTo(cut.low());
            assertThat(reserved.lease().high()).isEqualTo(max(store.storage));
            assertThat(reserved.lease().size())
                    .as("about two seconds of the rate")
                    .isBetween(19L * 32, 21L * 32);
            assertThat(reserved.lease().node()).isEqualTo(cut.node());
        }
    }

    @Test
    void shouldGiveSerialsThatGrowWhereverARangeComesFrom() {
        try (TestStore store = open(directory)) {
            long last = untilCut(store).serial();
            for (int i = 0; i < 200; i++) {
                long quiet = next(store, "quiet", 300).serial();
                long busy = next(store, "orders", 100).serial();
                assertThat(quiet).isGreaterThan(last);
                assertThat(busy).isGreaterThan(quiet);
                last = busy;
            }
        }
    }

    @Test
    void shouldGoOnBehindTheLastRangeAfterAStopInOrder() {
        Lease last;
        try (TestStore store = open(directory)) {
            last = untilCut(store);
        }
        try (TestStore store = open(directory)) {
            assertThat(max(store.storage)).isEqualTo(last.high());
            assertThat(leases(store).get(1).returned()).as("of the reservation").isEqualTo(last.high());
            LeaseToken token = new LeaseToken(store.storage.life(), last.serial());
            assertThat(store.storage.write(new RangeReturn(ORDERS, last.low() + 2, last.high(), token)))
                    .isInstanceOf(ReturnRule.Verdict.Accepted.class);
            assertThat(store.reserve("orders").low()).isEqualTo(last.low() + 3);
        }
    }

    @Test
    void shouldRefuseTheTokenOfARangeWhoseNumbersCameAgain() throws SQLException {
        assertThat(acceptsTheTokenOfBefore(false)).isFalse();
    }

    @Test
    void shouldAcceptSuchATokenIfSerialsOfCutRangesWereNotStored() throws SQLException {
        assertThat(acceptsTheTokenOfBefore(true)).as("the twin").isTrue();
    }

    /** The range goes back whole, and after a restart its numbers are another one's. */
    private boolean acceptsTheTokenOfBefore(boolean forgetsSerials) throws SQLException {
        Lease old;
        try (TestStore store = open(directory)) {
            old = untilCut(store);
            assertThat(store.giveBack("orders", old.low() - 1, old.high(), old.serial()))
                    .isTrue();
        }
        if (forgetsSerials) {
            storeSerial(old.serial() - 1);
        }
        try (TestStore store = open(directory)) {
            Lease now = store.reserve("orders");
            assertThat(now.low()).isEqualTo(old.low());
            assertThat(now.high()).isEqualTo(old.high());
            return store.giveBack("orders", old.low() - 1, old.high(), old.serial());
        }
    }

    private void storeSerial(long serial) throws SQLException {
        String url = "jdbc:sqlite:" + TestStore.file(directory);
        try (Connection connection = ConnectionOpener.DRIVER.open(url)) {
            StateRow found = StateRow.read(connection);
            new StateRow(
                            found.databaseId(),
                            found.etag(),
                            serial,
                            found.forgottenSerial(),
                            found.clean(),
                            found.incarnation(),
                            found.owner(),
                            found.firstMax(),
                            found.counters(),
                            found.identities())
                    .write(connection);
        }
    }

    @Test
    void shouldLeaveAGapAndTakeNoLeaseOfBeforeAfterACrash(@TempDir Path copies) {
        List<Lease> before = new ArrayList<>();
        Path crashed = copies.resolve("crashed");
        long end;
        try (TestStore store = open(directory)) {
            before.add(untilCut(store));
            for (int i = 0; i < 50; i++) {
                before.add(next(store, "orders", 100));
            }
            // The next reservation may be on its way; this waits behind it.
            long ignored = store.nextIdentity("later");
            end = max(store.storage);
            TestStore.crashInto(directory, crashed);
        }
        Lease last = before.get(before.size() - 1);
        try (TestStore store = open(crashed)) {
            Lease next = store.reserve("orders");

            assertThat(next.low()).isEqualTo(end + 1);
            assertThat(next.serial()).isGreaterThan(last.serial());
            assertThat(store.giveBack("orders", last.low(), last.high(), last.serial()))
                    .isFalse();
        }
    }

    /** Returns the last of some ranges that were cut, and of further reservations, after a copy was made. */
    private Lease cutAfterACopy(Path copy) {
        try (TestStore store = open(directory)) {
            Lease cut = untilCut(store);
            TestStore.crashInto(directory, copy);
            for (int i = 0; i < 200; i++) {
                cut = next(store, "orders", 100);
            }
            return cut;
        }
    }

    @Test
    void shouldRaiseACopyAboveAllThatWasCutAfterIt(@TempDir Path copies) {
        Path copy = copies.resolve("copy");
        Lease last = cutAfterACopy(copy);
        try (RestoredStore restored = new SqliteMaintenance(copy, InstantSource.system()).openRestored()) {
            long by = restored.least(TestStore.NAME).by();
            restored.raiseWhatIsShared(by);
            RestoredStore.Raised ignored = restored.raise(TestStore.NAME, by, Progress.NONE);
        }

        try (TestStore store = open(copy)) {
            assertThat(store.reserve("orders").low()).isGreaterThan(last.high());
            assertThat(store.giveBack("orders", last.low(), last.high(), last.serial()))
                    .isFalse();
        }
    }

    /** The twin: the copy as it is. */
    @Test
    void shouldRepeatWhatWasCutAfterACopyThatIsNotRaised(@TempDir Path copies) {
        Path copy = copies.resolve("copy");
        Lease last = cutAfterACopy(copy);

        try (TestStore store = open(copy)) {
            assertThat(store.reserve("orders").low()).isLessThanOrEqualTo(last.high());
        }
    }

    @Test
    void shouldTakeEveryRangeFromTheRowIfToldSo() {
        SqliteSettings settings = TestStore.settings(directory)
                .with(AnswerLimits.DEFAULT, nanos::get)
                .withoutRangesAhead();
        try (TestStore store = TestStore.open(settings, ConnectionOpener.DRIVER)) {
            for (int i = 0; i < 60; i++) {
                assertThat(next(store, "orders", 100).high()).isEqualTo(max(store.storage));
            }
        }
    }

    @Test
    void shouldBeginANewLifeAtOneAndRefuseWhatTheFormerOneCut() {
        try (TestStore store = open(directory)) {
            Lease cut = untilCut(store);
            String former = store.storage.life();
            store.storage.close();
            store.engine.delete(TestStore.NAME, StorageEngine.Removal.ERASE);
            try (Storage again = store.engine.open(store.engine.create(TestStore.NAME, new byte[] {'{', '}'}))) {
                assertThat(again.write(new RangeRequest(ORDERS, 0, 32, null)).low())
                        .isEqualTo(1);
                for (LeaseToken token : new LeaseToken[] {new LeaseToken(former, cut.serial()), null}) {
                    assertThat(again.write(new RangeReturn(ORDERS, cut.low(), cut.high(), token)))
                            .isInstanceOf(ReturnRule.Verdict.Refused.class);
                }
            }
        }
    }
}
