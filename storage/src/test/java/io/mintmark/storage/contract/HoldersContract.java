package io.mintmark.storage.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.counter.LeaseToken;
import io.mintmark.counter.OpenLease;
import io.mintmark.counter.ReturnRule;
import io.mintmark.storage.document.Expectation;
import io.mintmark.storage.lease.CutWriter;
import io.mintmark.storage.lease.NumberAnswer;
import io.mintmark.storage.lease.NumberAnswer.Cause;
import io.mintmark.storage.lease.NumberAnswer.Reason;
import io.mintmark.storage.lease.NumberAnswer.Why;
import io.mintmark.storage.row.Ticks;
import io.mintmark.storage.write.AheadRequest;
import io.mintmark.storage.write.AheadReturn;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.CounterRaise;
import io.mintmark.storage.write.Cut;
import io.mintmark.storage.write.CutLog;
import io.mintmark.storage.write.Holder;
import io.mintmark.storage.write.Lease;
import io.mintmark.storage.write.NumbersAhead;
import io.mintmark.storage.write.RangeRequest;
import io.mintmark.storage.write.RangeReturn;
import io.mintmark.support.Party;
import io.mintmark.support.Pending;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What every engine must say of who holds a number, and what it must not claim. */
public interface HoldersContract extends OpenedStorage {
    /** The one of all tests. */
    CounterName ORDERS = CounterName.ofTag("orders");

    /** Whom the tests give ranges to. */
    Holder ADA = new Holder("192.0.2.7", "ada");

    /** When the tests cut ranges. */
    Instant CUT_AT = Instant.now().truncatedTo(ChronoUnit.MILLIS);

    private NumberAnswer of(long number) {
        return kept(storage().holderOf(ORDERS, number));
    }

    /** Times are kept to 100 ns. */
    private static NumberAnswer kept(NumberAnswer answer) {
        if (!(answer instanceof NumberAnswer.Held held)) {
            return answer;
        }
        Instant at = Ticks.toInstant(Ticks.of(held.at()));
        return new NumberAnswer.Held(held.lease(), held.node(), at, held.holder(), held.returned(), held.restored());
    }

    private Lease lease(int size) {
        return storage().write(new RangeRequest(ORDERS, 0, size, ADA.client(), ADA.principal()));
    }

    private static NumberAnswer held(Lease lease, @Nullable Long returned) {
        return kept(new NumberAnswer.Held(
                new OpenLease(lease.serial(), lease.low(), lease.high()),
                lease.node(),
                lease.reservedAt(),
                ADA,
                returned,
                null));
    }

    private NumbersAhead ahead(int size) {
        return storage().write(new AheadRequest(ORDERS, size, 8));
    }

    private static Cut cut(NumbersAhead of, long low, long high) {
        return new Cut(new OpenLease(of.serial() + 3, low, high), 0, CUT_AT, ADA);
    }

    private void log(CutWriter writer, Long... ended) {
        assertThat(storage().write(new CutLog(List.of(writer.chunk(ORDERS)), List.of(ended))))
                .isTrue();
    }

    private static void assertReserved(NumberAnswer answer, NumbersAhead numbers, Why why) {
        assertThat(answer).isInstanceOfSatisfying(NumberAnswer.Reserved.class, reserved -> {
            assertThat(reserved.reservation())
                    .isEqualTo(new OpenLease(numbers.serial(), numbers.low(), numbers.high()));
            assertThat(reserved.why()).isEqualTo(why);
        });
    }

    private static void assertGap(NumberAnswer answer, Reason reason) {
        assertThat(answer)
                .isInstanceOfSatisfying(
                        NumberAnswer.Gap.class, gap -> assertThat(gap.reason()).isEqualTo(reason));
    }

    @Test
    default void shouldNameTheHolderOfALeaseAlsoLater() {
        assertThat(of(1)).isEqualTo(new NumberAnswer.NotReserved(0));
        Lease first = lease(32);
        Lease second = lease(10);

        for (int opened = 0; opened < 2; opened++) {
            assertThat(of(1)).isEqualTo(held(first, null));
            assertThat(of(32)).isEqualTo(held(first, null));
            assertThat(of(33)).isEqualTo(held(second, null));
            assertThat(of(43)).isEqualTo(new NumberAnswer.NotReserved(42));
            assertThat(storage().holderOf(CounterName.ofTag("bills"), 1)).isEqualTo(new NumberAnswer.NotReserved(0));
            reopen();
        }
    }

    @Test
    default void shouldNameWhoeverGotANumberAfterItWasGivenBack() {
        Lease first = lease(32);
        giveBack("orders", first, 10, true);

        assertThat(of(10)).isEqualTo(held(first, 10L));
        assertThat(of(11)).isEqualTo(new NumberAnswer.NotReserved(10));

        Lease second = lease(5);
        assertThat(of(10)).isEqualTo(held(first, 10L));
        assertThat(of(11)).isEqualTo(held(second, null));
        assertThat(of(16)).isEqualTo(new NumberAnswer.NotReserved(15));
    }

    /** Writes that come together may be one commit: a lease then is given back before it is stored. */
    @Test
    default void shouldKnowWhatWasGivenBackInTheCommitThatReservedIt() {
        List<Pending<Boolean>> settled = new ArrayList<>();
        List<Pending<ReturnRule.Verdict>> backs = new ArrayList<>();
        List<Cut> cuts = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            CounterName name = CounterName.ofTag("orders" + i);
            NumbersAhead numbers = storage().write(new AheadRequest(name, 100, 4));
            Cut cut = new Cut(new OpenLease(numbers.serial() + 1_000_000, 1, 32), 0, CUT_AT, ADA);
            cuts.add(cut);
            settled.add(storage().submit(new AheadReturn(name, 32, numbers, cut), Party.NOBODY));
            LeaseToken token = new LeaseToken(storage().life(), cut.lease().serial());
            Pending<ReturnRule.Verdict> back = storage().submit(new RangeReturn(name, 10, 32, token), Party.NOBODY);
            backs.add(back);
        }

        settled.forEach(each -> assertThat(each.await()).isTrue());
        backs.forEach(each -> assertThat(each.await()).isEqualTo(new ReturnRule.Verdict.Accepted(10)));
        for (int i = 0; i < cuts.size(); i++) {
            OpenLease lease = cuts.get(i).lease();
            assertThat(storage().holderOf(CounterName.ofTag("orders" + i), 10))
                    .isInstanceOfSatisfying(NumberAnswer.Held.class, held -> {
                        assertThat(held.lease()).isEqualTo(lease);
                        assertThat(held.returned()).isEqualTo(10);
                    });
        }
    }

    @Test
    default void shouldSayWhatMadeAGap() {
        Lease first = lease(10);
        Lease above = reserve("orders", 20, 10);
        long raised = storage().write(new CounterRaise(ORDERS, 50)).last();
        commit(OpenedStorage.putting(
                "Raven/Hilo/orders", Expectation.ANYTHING, OpenedStorage.content("@hilo", "{\"Max\":60}")));
        Lease last = lease(10);

        assertThat(List.of(above.low(), raised, last.low())).containsExactly(21L, 50L, 61L);
        for (int opened = 0; opened < 2; opened++) {
            assertThat(of(10)).isEqualTo(held(first, null));
            assertGap(of(11), Reason.CLIENT_AHEAD);
            assertGap(of(20), Reason.CLIENT_AHEAD);
            assertThat(of(21)).isInstanceOf(NumberAnswer.Held.class);
            assertGap(of(31), Reason.RAISED);
            assertGap(of(50), Reason.RAISED);
            assertGap(of(51), Reason.EDITED);
            assertGap(of(60), Reason.EDITED);
            assertThat(of(61)).isEqualTo(held(last, null));
            reopen();
        }
    }

    @Test
    default void shouldNotTakeANumberForAGapThatWentBackBelowARaise() {
        Lease first = lease(32);
        giveBack("orders", first, 10, true);
        long ignored = storage().write(new CounterRaise(ORDERS, 20)).last();

        assertThat(of(10)).isEqualTo(held(first, 10L));
        assertGap(of(11), Reason.RAISED);
        assertThat(of(21)).isEqualTo(new NumberAnswer.NotReserved(20));
    }

    @Test
    default void shouldSayOfNumbersAheadOnlyWhoReservedThemUntilTheyAreLogged() {
        NumbersAhead numbers = ahead(100);
        assertReserved(of(1), numbers, Why.NOT_LOGGED);
        assertReserved(of(100), numbers, Why.NOT_LOGGED);
        assertThat(of(101)).isEqualTo(new NumberAnswer.NotReserved(100));

        CutWriter writer = new CutWriter();
        writer.add(cut(numbers, 1, 32), 32);
        Cut above = new Cut(new OpenLease(numbers.serial() + 5, 41, 50), 8, CUT_AT.plusMillis(5), Holder.UNKNOWN);
        writer.add(above, 44);
        writer.addLeft(45, 60, CUT_AT);
        log(writer);

        for (int opened = 0; opened < 2; opened++) {
            assertThat(of(1)).isEqualTo(heldOf(numbers, cut(numbers, 1, 32), null));
            assertThat(of(32)).isEqualTo(heldOf(numbers, cut(numbers, 1, 32), null));
            assertGap(of(33), Reason.CLIENT_AHEAD);
            assertGap(of(40), Reason.CLIENT_AHEAD);
            assertThat(of(44)).isEqualTo(heldOf(numbers, above, 44L));
            assertGap(of(45), Reason.LEFT_OVER);
            assertGap(of(60), Reason.LEFT_OVER);
            assertReserved(of(61), numbers, Why.NOT_LOGGED);
            reopen();
        }
    }

    private NumberAnswer heldOf(NumbersAhead of, Cut cut, @Nullable Long returned) {
        NumberAnswer.Reserved reserved = (NumberAnswer.Reserved) of(of.high());
        return new NumberAnswer.Held(cut.lease(), reserved.node(), cut.at(), cut.holder(), returned, null);
    }

    @Test
    default void shouldKeepTheHolderOfTheLastRangeWhenTheRestComesBack() {
        NumbersAhead numbers = ahead(1_000);
        Cut last = cut(numbers, 1, 32);
        assertThat(storage().write(new AheadReturn(ORDERS, 32, numbers, last))).isTrue();

        assertThat(of(32)).isInstanceOfSatisfying(NumberAnswer.Held.class, held -> {
            assertThat(held.lease()).isEqualTo(last.lease());
            assertThat(held.holder()).isEqualTo(ADA);
            assertThat(held.at()).isEqualTo(CUT_AT);
        });
        assertThat(of(33)).isEqualTo(new NumberAnswer.NotReserved(32));
        assertThat(lease(10).low()).isEqualTo(33);
        assertThat(of(33)).isInstanceOf(NumberAnswer.Held.class);
    }

    @Test
    default void shouldSayThatWhatIsNotTakenBackIsAGap() {
        NumbersAhead numbers = ahead(100);
        Lease above = lease(10);
        Cut last = cut(numbers, 1, 32);
        assertThat(storage().write(new AheadReturn(ORDERS, 32, numbers, last))).isFalse();

        assertThat(of(32)).isInstanceOf(NumberAnswer.Held.class);
        assertGap(of(33), Reason.NOT_TAKEN_BACK);
        assertGap(of(100), Reason.NOT_TAKEN_BACK);
        assertThat(of(101)).isEqualTo(held(above, null));
    }

    @Test
    default void shouldKnowNothingOfADeletedDatabase() {
        Lease gone = lease(32);
        recreate();

        NumberAnswer answer = of(gone.low());

        if (answer instanceof NumberAnswer.Forgotten forgotten) {
            assertThat(forgotten.cause()).isEqualTo(Cause.EARLIER_DATABASE);
        } else {
            assertThat(answer).isEqualTo(new NumberAnswer.NotReserved(0));
        }
        NumbersAhead ahead = ahead(100);
        recreate();
        Lease next = lease(10);
        assertThat(of(next.low())).isEqualTo(held(next, null));
        if (next.low() > 1) {
            // A node that has not heard of the deletion may give them out still.
            assertThat(next.low()).isGreaterThan(ahead.high());
            assertThat(of(1))
                    .isInstanceOfSatisfying(
                            NumberAnswer.Forgotten.class,
                            forgotten -> assertThat(forgotten.cause()).isEqualTo(Cause.EARLIER_DATABASE));
        }
    }

    @Test
    default void shouldFindACounterByItsNameInAnyCase() {
        Lease lease = lease(5);

        assertThat(kept(storage().holderOf(CounterName.ofTag("ORDERS"), 5))).isEqualTo(held(lease, null));
    }
}
