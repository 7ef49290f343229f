package io.mintmark.storage.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.storage.LeaseRecord;
import io.mintmark.storage.row.Ticks;
import io.mintmark.storage.write.AheadRequest;
import io.mintmark.storage.write.AheadReturn;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.Holder;
import io.mintmark.storage.write.Lease;
import io.mintmark.storage.write.NumbersAhead;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What an engine that keeps leases on record shows of them. */
public interface LeasesContract extends OpenedStorage {
    private List<LeaseRecord> leases(String tag, long below, int limit) {
        return storage().reads().leases(CounterName.ofTag(tag), below, limit).stream()
                .map(each -> record(each.lease(), each.holder().client(), each.returned(), each.ahead()))
                .toList();
    }

    /** Times are kept to 100 ns. */
    private static LeaseRecord record(Lease lease, @Nullable String client, @Nullable Long returned, boolean ahead) {
        Instant kept = Ticks.toInstant(Ticks.of(lease.reservedAt()));
        return new LeaseRecord(
                new Lease(lease.serial(), lease.low(), lease.high(), lease.node(), kept),
                new Holder(client, null),
                returned,
                ahead);
    }

    private static LeaseRecord open(Lease lease) {
        return record(lease, "test", null, false);
    }

    @Test
    default void shouldShowTheLeasesOfOneCounterByPagesTheHighestSerialFirst() {
        Lease first = reserve("orders");
        Lease other = reserve("bills");
        Lease second = reserve("Orders");
        Lease third = reserve("orders", 0, 64);

        assertThat(leases("orders", Long.MAX_VALUE, 2)).containsExactly(open(third), open(second));
        assertThat(leases("ORDERS", second.serial(), 2)).containsExactly(open(first));
        assertThat(leases("bills", Long.MAX_VALUE, 9)).containsExactly(open(other));
        assertThat(leases("nobody", Long.MAX_VALUE, 9)).isEmpty();
        assertThat(leases("orders", Long.MAX_VALUE, 0)).isEmpty();
    }

    @Test
    default void shouldShowWhatWasGivenBackAlsoLater() {
        Lease lease = reserve("orders");
        giveBack("orders", lease, 10, true);

        assertThat(leases("orders", Long.MAX_VALUE, 9)).containsExactly(record(lease, "test", 10L, false));
        reopen();
        assertThat(leases("orders", Long.MAX_VALUE, 9)).containsExactly(record(lease, "test", 10L, false));
    }

    @Test
    default void shouldShowWhatANodeReservedAheadAndHowMuchOfItWasUsed() {
        CounterName orders = CounterName.ofTag("orders");
        NumbersAhead numbers = storage().write(new AheadRequest(orders, 1_024, 4));

        LeaseRecord open = leases("orders", Long.MAX_VALUE, 9).get(0);
        assertThat(open.lease().low()).isEqualTo(numbers.low());
        assertThat(open.lease().high()).isEqualTo(numbers.high());
        assertThat(open.holder().client()).isNull();
        assertThat(open.returned()).isNull();

        assertThat(storage().write(new AheadReturn(orders, 100, numbers, null))).isTrue();
        assertThat(leases("orders", Long.MAX_VALUE, 9)).containsExactly(record(open.lease(), null, 100L, true));
    }
}
