package io.mintmark.client.hilo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.client.cluster.OlderCopyDetector;
import io.mintmark.client.exceptions.OlderCopyException;
import io.mintmark.counter.LeaseToken;
import io.mintmark.hilo.HiLo;
import io.mintmark.hilo.StrictHiLo;
import io.mintmark.range.Range;
import io.mintmark.range.RangeSourceException;
import io.mintmark.range.RangeUnavailableException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** A client whose database is replaced by an older copy, by a raised copy, or by another database. */
class OlderCopyTest {
    private static final long RAISE = 1_000_000;

    private final ScriptedDatabase database = new ScriptedDatabase();
    private final OlderCopyDetector olderCopies = new OlderCopyDetector("shop");
    private final RemoteCounter orders = counter("orders");
    private final RemoteCounter users = counter("users");

    @Test
    void shouldTakeNoRangeFromAnOlderCopy() {
        putBackBeforeTheLast();

        requireRefused(() -> orders.reserve(10));
    }

    @Test
    void shouldRefuseForAllCountersOfTheDatabase() {
        putBackBeforeTheLast();
        requireRefused(() -> orders.reserve(10));

        requireRefused(() -> users.reserve(10));
        requireRefused(() -> users.raise(1_000));
    }

    @Test
    void shouldReserveNothingMoreFromACopyThatItKnows() {
        putBackBeforeTheLast();
        requireRefused(() -> orders.reserve(10));
        int reservations = database.reservations();

        for (int i = 0; i < 10; i++) {
            requireRefused(() -> orders.reserve(10));
            requireRefused(() -> users.reserve(10));
        }

        assertThat(database.reservations())
                .as("or the copy would pass what others saw")
                .isEqualTo(reservations);
    }

    @Test
    void shouldGoOnWhenTheCopyIsRaised() {
        Range last = putBackBeforeTheLast();
        requireRefused(() -> orders.reserve(10));

        database.raise(RAISE);

        assertThat(orders.reserve(10).low()).isGreaterThan(Math.max(RAISE, last.high()));
        assertThat(users.reserve(10).low()).isPositive();
    }

    @Test
    void shouldGoOnWithACopyThatWasRaisedBeforeItWasServed() {
        putBackBeforeTheLast();
        database.raise(RAISE);

        assertThat(orders.reserve(10).low()).isGreaterThan(RAISE);
    }

    @Test
    void shouldRefuseWhatWasNotRaisedAgain() {
        ScriptedDatabase.Copy first = database.copy();
        database.raise(RAISE);
        Range held = orders.reserve(10);
        database.putBack(first);

        requireRefused(() -> orders.reserve(10));
        assertThat(orders.giveBack(held, held.low())).isFalse();
        assertThat(database.returned()).isEmpty();
    }

    @Test
    void shouldIssueWhatWasReservedBefore() {
        try (StrictHiLo numbers =
                HiLo.over(orders).rangeSize(10).rangeSizeMax(10).strict()) {
            assertThat(numbers.next()).isEqualTo(1);
            ScriptedDatabase.Copy backup = database.copy();
            users.reserve(1);
            users.reserve(1);
            users.reserve(1);
            database.putBack(backup);

            for (int i = 2; i <= 10; i++) {
                assertThat(numbers.next()).isEqualTo(i);
            }
            assertThatThrownBy(
                            () -> { // perhaps after a range that was on its way
                                for (int i = 0; i <= 10; i++) {
                                    numbers.next();
                                }
                            })
                    .isInstanceOf(RangeUnavailableException.class)
                    .hasMessageContaining("An older copy of the database shop was put back")
                    .hasRootCauseInstanceOf(OlderCopyException.class);
        }
    }

    @Test
    void shouldGiveNothingBackToAnOlderCopy() {
        Range last = putBackBeforeTheLast();
        requireRefused(() -> orders.reserve(10));

        assertThat(orders.giveBack(last, last.low())).isFalse();

        assertThat(database.returned())
                .as("its lease of that serial is another one")
                .isEmpty();
    }

    @Test
    void shouldSendTheWholeTokenBack() {
        Range range = orders.reserve(10);

        assertThat(orders.giveBack(range, range.low() - 1)).isTrue();

        assertThat(database.returned()).containsExactly(new LeaseToken("a.1", 1));
        assertThat(orders.reserve(10).low()).isEqualTo(range.low());
    }

    @Test
    void shouldGiveNothingBackWhoseOriginItForgot() {
        Range first = orders.reserve(10);
        for (int i = 0; i < 1_024; i++) {
            orders.reserve(10);
        }

        assertThat(orders.giveBack(first, 3)).isFalse();

        assertThat(database.returned()).isEmpty();
    }

    @Test
    void shouldGoOnWithADatabaseThatWasDroppedAndCreatedAgain() {
        Range range = orders.reserve(10);
        Range kept = users.reserve(10);
        assertThat(orders.giveBack(range, 0)).isTrue();
        database.dropAndCreate();

        assertThat(orders.reserve(10)).as("the same in another life").isEqualTo(range);
        assertThat(users.giveBack(kept, 3)).as("of the old life").isFalse();

        assertThat(orders.giveBack(range, 0)).isTrue();
        assertThat(database.returned().stream().map(LeaseToken::life)).containsExactly("a.1", "a.1", "b1.1");
    }

    @Test
    void shouldNeverGetWhatItHadFromAnotherLife() {
        Range had = orders.reserve(100);
        database.dropAndCreate();

        assertThat(orders.reserve(10).low()).isEqualTo(had.high() + 1);
    }

    @Test
    void shouldNotTakeRepliesThatOvertakeEachOtherForAnOlderCopy() {
        HiLoExchange slow = new ChangedReplies(database.counter("orders"), reply -> {
            users.reserve(10); // asked later, answered earlier
            return reply;
        });
        RemoteCounter overtaken = new RemoteCounter(slow, RangeRequestSize.byGenerator(), "orders", olderCopies);

        assertThat(overtaken.reserve(10).token()).isEqualTo(1);
        assertThat(overtaken.reserve(10).token()).isEqualTo(3);
    }

    /** Puts a backup back that lacks the last three leases, and returns the very last. */
    private Range putBackBeforeTheLast() {
        orders.reserve(10);
        users.reserve(10);
        ScriptedDatabase.Copy backup = database.copy();
        orders.reserve(10);
        users.reserve(10);
        Range last = orders.reserve(10);
        database.putBack(backup);
        return last;
    }

    private RemoteCounter counter(String tag) {
        return new RemoteCounter(database.counter(tag), RangeRequestSize.byGenerator(), tag, olderCopies);
    }

    private static void requireRefused(ThrowingCallable asking) {
        assertThatThrownBy(asking)
                .isInstanceOf(RangeSourceException.class)
                .hasCauseInstanceOf(OlderCopyException.class)
                .hasMessageContaining("run `mintmark raise` on it");
    }
}
