package io.mintmark.storage.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.counter.LeaseToken;
import io.mintmark.counter.OpenLease;
import io.mintmark.counter.ReturnRule;
import io.mintmark.counter.ReturnRule.Reason;
import io.mintmark.storage.write.AheadRequest;
import io.mintmark.storage.write.AheadReturn;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.CounterRaise;
import io.mintmark.storage.write.Cut;
import io.mintmark.storage.write.Holder;
import io.mintmark.storage.write.NumbersAhead;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * What every engine must do for numbers that a node reserves ahead. Where a node cuts ranges from them, the stored row
 * shows the end of what is reserved; contracts that judge that row ask for so few ranges that none is reserved ahead.
 */
public interface AheadContract extends OpenedStorage {
    private static CounterName orders() {
        return CounterName.ofTag("orders");
    }

    private NumbersAhead ahead(int size) {
        return storage().write(new AheadRequest(orders(), size, 4));
    }

    private boolean giveRestBack(NumbersAhead numbers, long last, @Nullable OpenLease latest) {
        return storage()
                .write(new AheadReturn(
                        orders(),
                        last,
                        numbers,
                        latest == null ? null : new Cut(latest, 0, Instant.now(), Holder.UNKNOWN)));
    }

    @Test
    default void shouldGiveNumbersAheadToNobodyElse() {
        assertThat(reserve("orders").high()).isEqualTo(32);
        NumbersAhead numbers = ahead(1_000);

        assertThat(numbers.low()).isEqualTo(33);
        assertThat(numbers.size()).isEqualTo(1_000);
        assertThat(body("Raven/Hilo/orders")).isEqualTo("{\"Max\":1032}");
        assertThat(giveBack("orders", 40, 1_032, null)).isEqualTo(new ReturnRule.Verdict.Refused(Reason.NO_OPEN_LEASE));
        assertThat(giveBack("orders", 32, 1_032, new LeaseToken(storage().life(), numbers.serial())))
                .isEqualTo(new ReturnRule.Verdict.Refused(Reason.NO_OPEN_LEASE));
        assertThat(reserve("orders").low()).isEqualTo(1_033);
    }

    @Test
    default void shouldDrawASerialForEachRangeThatIsCutAhead() {
        NumbersAhead numbers = ahead(1_000);

        assertThat(reserve("bills").serial()).isGreaterThan(numbers.serial());
        reopen();
        assertThat(reserve("bills").serial()).isGreaterThan(numbers.serial() + 4);
    }

    @Test
    default void shouldTakeTheRestBackOnceAndOnlyFromTheEnd() {
        NumbersAhead first = ahead(100);
        NumbersAhead second = ahead(100);

        assertThat(giveRestBack(first, 10, null)).as("something lies above").isFalse();
        assertThat(giveRestBack(second, second.low() - 1, null)).isTrue();
        assertThat(giveRestBack(second, second.low() - 1, null)).isFalse();
        assertThat(giveRestBack(first, 10, null)).isTrue();
        assertThat(reserve("orders").low()).isEqualTo(11);
    }

    @Test
    default void shouldTakeTheRangeBackThatWasCutLast() {
        NumbersAhead numbers = ahead(1_000);
        OpenLease cut = new OpenLease(numbers.serial() + 1, 1, 32);
        LeaseToken token = new LeaseToken(storage().life(), cut.serial());
        assertThat(giveRestBack(numbers, 32, cut)).isTrue();

        reopen();

        assertThat(giveBack("orders", 10, 32, token)).isEqualTo(new ReturnRule.Verdict.Accepted(10));
        assertThat(giveBack("orders", 10, 32, token)).isInstanceOf(ReturnRule.Verdict.Refused.class);
        assertThat(reserve("orders").low()).isEqualTo(11);
    }

    @Test
    default void shouldStayWhereARaiseFoundItWhenTheRestComesBack() {
        NumbersAhead numbers = ahead(1_000);

        assertThat(storage().write(new CounterRaise(orders(), 500)).last()).isEqualTo(1_000);

        assertThat(giveRestBack(numbers, 10, null)).isFalse();
        assertThat(reserve("orders").low()).isEqualTo(1_001);
    }

    @Test
    default void shouldStayWhereARaiseFoundItBetweenTheNumbersOfTwoNodes() {
        NumbersAhead first = ahead(100);
        NumbersAhead second = ahead(100);
        assertThat(giveRestBack(second, second.low() - 1, null)).isTrue();

        assertThat(storage().write(new CounterRaise(orders(), 50)).last()).isEqualTo(100);

        assertThat(giveRestBack(first, 10, null)).isFalse();
        assertThat(reserve("orders").low()).isEqualTo(101);
    }
}
