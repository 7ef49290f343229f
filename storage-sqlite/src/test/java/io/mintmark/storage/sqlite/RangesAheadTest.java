package io.mintmark.storage.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.counter.LeaseToken;
import io.mintmark.counter.ReturnRule;
import io.mintmark.storage.LeaseRecord;
import io.mintmark.storage.Storage;
import io.mintmark.storage.StorageEngine;
import io.mintmark.storage.sqlite.file.ConnectionOpener;
import io.mintmark.storage.sqlite.file.StateRow;
import io.mintmark.storage.write.AnswerLimits;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.Lease;
import io.mintmark.storage.write.RangeRequest;
import io.mintmark.storage.write.RangeReturn;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A data directory whose busy counters are cut from numbers that were reserved ahead. */
class RangesAheadTest {
    private static final CounterName ORDERS = CounterName.ofTag("orders");

    @TempDir
    Path directory;

    private final BusyCounter busy = new BusyCounter();

    private static List<LeaseRecord> leases(TestStore store) {
        return store.storage.reads().leases(ORDERS, Long.MAX_VALUE, 1_000);
    }

    @Test
    void shouldKeepTheNumbersOfAQuietCounter() {
        try (TestStore store = busy.open(directory)) {
            for (long range = 0; range < 30; range++) {
                assertThat(busy.next(store, "orders", 300).low()).isEqualTo(1 + 32 * range);
                assertThat(BusyCounter.max(store.storage)).isEqualTo(32 + 32 * range);
            }
        }
    }

    @Test
    void shouldPutOneReservationOnRecordForManyRanges() {
        try (TestStore store = busy.open(directory)) {
            Lease cut = busy.untilCut(store);
            LeaseRecord reserved = leases(store).get(0);

            assertThat(busy.next(store, "orders", 100).low()).isEqualTo(cut.high() + 1);
            assertThat(leases(store)).first().isEqualTo(reserved);
            assertThat(reserved.lease().low()).isLessThanOrEqualTo(cut.low());
            assertThat(reserved.lease().high()).isEqualTo(BusyCounter.max(store.storage));
            assertThat(reserved.lease().size())
                    .as("about two seconds of the rate")
                    .isBetween(19L * 32, 21L * 32);
            assertThat(reserved.lease().node()).isEqualTo(cut.node());
        }
    }

    @Test
    void shouldGiveSerialsThatGrowWhereverARangeComesFrom() {
        try (TestStore store = busy.open(directory)) {
            long last = busy.untilCut(store).serial();
            for (int i = 0; i < 200; i++) {
                long calm = busy.next(store, "quiet", 300).serial();
                long hot = busy.next(store, "orders", 100).serial();
                assertThat(calm).isGreaterThan(last);
                assertThat(hot).isGreaterThan(calm);
                last = hot;
            }
        }
    }

    @Test
    void shouldGoOnBehindTheLastRangeAfterAStopInOrder() {
        Lease last;
        try (TestStore store = busy.open(directory)) {
            last = busy.untilCut(store);
        }
        try (TestStore store = busy.open(directory)) {
            assertThat(BusyCounter.max(store.storage)).isEqualTo(last.high());
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
        try (TestStore store = busy.open(directory)) {
            old = busy.untilCut(store);
            assertThat(store.giveBack("orders", old.low() - 1, old.high(), old.serial()))
                    .isTrue();
        }
        if (forgetsSerials) {
            storeSerial(old.serial() - 1);
        }
        try (TestStore store = busy.open(directory)) {
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
        try (TestStore store = busy.open(directory)) {
            before.add(busy.untilCut(store));
            for (int i = 0; i < 50; i++) {
                before.add(busy.next(store, "orders", 100));
            }
            // The next reservation may be on its way; this waits behind it.
            long ignored = store.nextIdentity("later");
            end = BusyCounter.max(store.storage);
            TestStore.crashInto(directory, crashed);
        }
        Lease last = before.get(before.size() - 1);
        try (TestStore store = busy.open(crashed)) {
            Lease next = store.reserve("orders");

            assertThat(next.low()).isEqualTo(end + 1);
            assertThat(next.serial()).isGreaterThan(last.serial());
            assertThat(store.giveBack("orders", last.low(), last.high(), last.serial()))
                    .isFalse();
        }
    }

    @Test
    void shouldTakeEveryRangeFromTheRowIfToldSo() {
        SqliteSettings settings = TestStore.settings(directory)
                .with(AnswerLimits.DEFAULT, busy.nanos::get)
                .withoutRangesAhead();
        try (TestStore store = TestStore.open(settings, ConnectionOpener.DRIVER)) {
            for (int i = 0; i < 60; i++) {
                assertThat(busy.next(store, "orders", 100).high()).isEqualTo(BusyCounter.max(store.storage));
            }
        }
    }

    @Test
    void shouldBeginANewLifeAtOneAndRefuseWhatTheFormerOneCut() {
        try (TestStore store = busy.open(directory)) {
            Lease cut = busy.untilCut(store);
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
