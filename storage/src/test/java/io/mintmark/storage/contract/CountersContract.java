package io.mintmark.storage.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.counter.ExhaustedException;
import io.mintmark.counter.LeapRefusedException;
import io.mintmark.counter.LeaseToken;
import io.mintmark.counter.NumberSlice;
import io.mintmark.counter.ReturnRule;
import io.mintmark.counter.ReturnRule.Reason;
import io.mintmark.document.NodeTag;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.CounterRaise;
import io.mintmark.storage.write.HiLoDocument;
import io.mintmark.storage.write.Lease;
import io.mintmark.storage.write.Standing;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What every engine must do for HiLo counters. */
public interface CountersContract extends OpenedStorage {
    private static ReturnRule.Verdict accepted(long newMax) {
        return new ReturnRule.Verdict.Accepted(newMax);
    }

    private static ReturnRule.Verdict refused(Reason reason) {
        return new ReturnRule.Verdict.Refused(reason);
    }

    @Test
    default void shouldReserveOneRangeAfterTheOther() {
        Lease first = reserve("orders");
        Lease second = reserve("ORDERS", 0, 64);

        assertThat(first.low()).isEqualTo(1);
        assertThat(first.high()).isEqualTo(32);
        assertThat(second.low()).isEqualTo(33);
        assertThat(second.size()).isEqualTo(64);
        assertThat(second.serial()).isGreaterThan(first.serial());
        assertThat(reserve("bills").low()).isEqualTo(1);
    }

    @Test
    default void shouldSayWhichNodeReservedARange() {
        assertThat(reserve("orders").node()).isEqualTo(NodeTag.of("A"));
    }

    @Test
    default void shouldReserveAboveWhatTheClientHadBefore() {
        reserve("orders");

        assertThat(reserve("orders", 1_000, 32).low()).isEqualTo(1_001);
        assertThat(reserve("orders", 5, 32).low()).isEqualTo(1_033);
    }

    @Test
    default void shouldRefuseALeapBeyondSenseWithoutATrace() {
        assertThatThrownBy(() -> reserve("orders", (1L << 32) + 1, 32)).isInstanceOf(LeapRefusedException.class);

        assertThat(body("Raven/Hilo/orders")).isNull();
        assertThat(reserve("orders").low()).isEqualTo(1);
        assertThat(reserve("bills", 1L << 32, 32).low()).isEqualTo((1L << 32) + 1);
    }

    @Test
    default void shouldRefuseBeyondTheCeilingForEver() {
        long ceiling = storage().ceiling();
        storage().write(new CounterRaise(CounterName.ofTag("orders"), ceiling - 10));

        assertThat(reserve("orders").high()).isEqualTo(ceiling);
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> reserve("orders"))
                    .isInstanceOf(ExhaustedException.class)
                    .hasMessageContaining(String.valueOf(ceiling));
        }
    }

    @Test
    default void shouldRefuseToRaiseACounterBeyondTheCeiling() {
        long beyond = storage().ceiling() + 1;

        assertThatThrownBy(() -> storage().write(new CounterRaise(CounterName.ofTag("orders"), beyond)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("atLeast must be 0 to " + storage().ceiling() + ": atLeast=" + beyond);
        assertThatThrownBy(() -> put("Raven/Hilo/orders", "{\"Max\":" + beyond + "}"))
                .isInstanceOf(HiLoDocument.InvalidHiLoDocumentException.class)
                .hasMessageContaining("from 0 to " + storage().ceiling() + ": Max=" + beyond);
        assertThat(reserve("orders").low()).isEqualTo(1);
    }

    @Test
    default void shouldSayWhetherAHiLoDocumentRaisedItsCounter() {
        assertThat(put("Raven/Hilo/orders", "{\"Max\":64}").raised()).isTrue();
        assertThat(put("Raven/Hilo/orders", "{\"Max\":96}").raised()).isTrue();
        assertThat(put("Raven/Hilo/orders", "{\"Max\":96}").raised()).isFalse();
        assertThat(put("Raven/Hilo/orders", "{\"Max\":10}").raised()).isFalse();
        assertThat(put("things/1", "{\"Max\":96}").raised()).isFalse();
    }

    /** Clients move from a node that was cut off to any other engine. */
    @Test
    default void shouldTakeANumberOfASliceForNoneThatTheClientHad() {
        reserve("orders");

        assertThat(reserve("orders", new NumberSlice(7).low() + 31, 32).low()).isEqualTo(33);
        assertThat(reserve("bills", NumberSlice.FIRST, 32).low()).isEqualTo(1);
        assertThatThrownBy(() -> reserve("notes", NumberSlice.ORDINARY_MAX, 32))
                .isInstanceOf(LeapRefusedException.class);
    }

    @Test
    default void shouldIgnoreTheReturnOfASlice() {
        Lease lease = reserve("orders");
        long low = new NumberSlice(7).low();

        assertThat(giveBack("orders", low + 4, low + 31, null)).isEqualTo(refused(Reason.OF_A_SLICE));
        assertThat(giveBack("orders", low + 4, low + 31, token(lease))).isEqualTo(refused(Reason.OF_A_SLICE));
        assertThat(giveBack("unheard of", low + 4, low + 31, null)).isEqualTo(refused(Reason.OF_A_SLICE));
        assertThat(giveBack("orders", lease, 10, true)).isEqualTo(accepted(10));
    }

    @Test
    default void shouldTakeTheUnusedTailBackWithAndWithoutAToken() {
        Lease lease = reserve("orders");
        assertThat(giveBack("orders", lease, 10, false)).isEqualTo(accepted(10));
        Lease next = reserve("orders");
        assertThat(next.low()).isEqualTo(11);
        assertThat(giveBack("orders", next, 20, true)).isEqualTo(accepted(20));
        assertThat(reserve("orders").low()).isEqualTo(21);
    }

    @Test
    default void shouldTakeUnusedRangesBackOneByOneByTheirTokens() {
        Lease first = reserve("orders");
        Lease second = reserve("orders");
        Lease third = reserve("orders");

        assertThat(giveBack("orders", third, third.low() - 1, true)).isEqualTo(accepted(64));
        assertThat(giveBack("orders", second, second.low() - 1, true)).isEqualTo(accepted(32));
        assertThat(giveBack("orders", first, 5, true)).isEqualTo(accepted(5));
        assertThat(body("Raven/Hilo/orders")).isEqualTo("{\"Max\":5}");
        assertThat(reserve("orders").low()).isEqualTo(6);
    }

    @Test
    default void shouldEndTheChainOfReturnsWhereOneWasReturnedBefore() {
        Lease first = reserve("orders");
        assertThat(giveBack("orders", first, 10, true)).isEqualTo(accepted(10));
        Lease second = reserve("orders");

        assertThat(giveBack("orders", second, second.low() - 1, true)).isEqualTo(accepted(10));
        assertThat(giveBack("orders", first, 5, true)).isEqualTo(refused(Reason.NO_OPEN_LEASE));
        assertThat(reserve("orders").low()).isEqualTo(11);
    }

    @Test
    default void shouldTakeAReturnOnce() {
        Lease lease = reserve("orders");
        assertThat(giveBack("orders", lease, 10, true)).isEqualTo(accepted(10));

        assertThat(giveBack("orders", lease, 10, true)).isEqualTo(refused(Reason.NO_OPEN_LEASE));
        assertThat(giveBack("orders", lease, 5, false)).isEqualTo(refused(Reason.NO_OPEN_LEASE));
    }

    @Test
    default void shouldSayWhyAReturnIsRefusedAndChangeNothing() {
        assertThat(giveBack("orders", 1, 32, null)).isEqualTo(refused(Reason.NO_OPEN_LEASE));
        Lease old = reserve("orders");
        Lease latest = reserve("orders");
        LeaseToken elsewhere = new LeaseToken("elsewhere.1", latest.serial());

        assertThat(giveBack("orders", 40, 64, elsewhere)).isEqualTo(refused(Reason.ANOTHER_LIFE));
        assertThat(giveBack("orders", 10, 32, token(old))).isEqualTo(refused(Reason.TOKEN_MISMATCH));
        assertThat(giveBack("orders", old, 10, false)).isEqualTo(refused(Reason.NOT_THE_LATEST));
        assertThat(giveBack("orders", latest, 65, false)).isEqualTo(refused(Reason.LAST_OUTSIDE_RANGE));
        assertThat(giveBack("orders", latest, 31, true)).isEqualTo(refused(Reason.LAST_OUTSIDE_RANGE));
        assertThat(giveBack("orders", latest, 32, false)).isEqualTo(refused(Reason.NOTHING_ISSUED_WITHOUT_TOKEN));
        assertThat(reserve("orders").low()).isEqualTo(65);
    }

    @Test
    default void shouldTakeNothingBackOfADeletedDatabase() {
        Lease before = reserve("orders");
        LeaseToken token = token(before);
        recreate();
        Lease now = reserve("orders");
        assertThat(now.high()).isEqualTo(before.high());

        assertThat(giveBack("orders", 10, 32, token)).isEqualTo(refused(Reason.ANOTHER_LIFE));
        assertThat(giveBack("orders", 10, 32, null)).isEqualTo(refused(Reason.PERHAPS_ANOTHER_LIFE));
        assertThat(giveBack("orders", now, 10, true)).isEqualTo(accepted(10));
    }

    @Test
    default void shouldRaiseUpOnlyAndTakeNothingBackBelow() {
        Lease lease = reserve("orders");

        assertThat(storage()
                        .write(new CounterRaise(CounterName.ofTag("orders"), 20))
                        .last())
                .isEqualTo(32);
        assertThat(giveBack("orders", lease, 10, true)).isEqualTo(refused(Reason.NO_OPEN_LEASE));
        assertThat(storage()
                        .write(new CounterRaise(CounterName.ofTag("orders"), 1_000))
                        .last())
                .isEqualTo(1_000);
        assertThat(storage()
                        .write(new CounterRaise(CounterName.ofTag("orders"), 5))
                        .last())
                .isEqualTo(1_000);
        assertThat(storage().write(new CounterRaise(CounterName.ofTag("orders"), 1_000)))
                .isEqualTo(new Standing(1_000, false));
        assertThat(storage().write(new CounterRaise(CounterName.ofTag("orders"), 1_001)))
                .isEqualTo(new Standing(1_001, true));
        assertThat(reserve("orders").low()).isEqualTo(1_002);
    }

    @Test
    default void shouldRememberCountersAndOpenLeasesWhenItIsOpenedAgain() {
        reserve("orders");
        Lease latest = reserve("orders");
        LeaseToken token = token(latest);

        reopen();

        assertThat(giveBack("orders", 40, latest.high(), token)).isEqualTo(accepted(40));
        Lease next = reserve("orders");
        assertThat(next.low()).isEqualTo(41);
        assertThat(next.serial()).isGreaterThan(latest.serial());
    }

    @Test
    default void shouldGiveNoNumberToTwoThreads() throws Exception {
        List<Lease> kept = OnThreads.collect(8, thread -> {
            List<Lease> mine = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                Lease lease = reserve("orders", 0, 1 + i % 5);
                boolean returned = i % 3 == 0
                        && giveBack("orders", lease, lease.low() - 1, true) instanceof ReturnRule.Verdict.Accepted;
                if (!returned) {
                    mine.add(lease);
                }
            }
            return mine;
        });

        kept.sort((one, other) -> Long.compare(one.low(), other.low()));
        for (int i = 1; i < kept.size(); i++) {
            assertThat(kept.get(i).low()).isGreaterThan(kept.get(i - 1).high());
        }
    }
}
