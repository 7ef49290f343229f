package io.mintmark.storage.cutoff;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.counter.NumberSlice;
import io.mintmark.counter.ReturnRule;
import io.mintmark.document.NodeTag;
import io.mintmark.storage.DatabaseEntry;
import io.mintmark.storage.Storage;
import io.mintmark.storage.StorageEngine.Removal;
import io.mintmark.storage.StorageUnreachableException;
import io.mintmark.storage.WriteKind;
import io.mintmark.storage.WriteState;
import io.mintmark.storage.group.NodeRangeStorage;
import io.mintmark.storage.group.ReservationAmount;
import io.mintmark.storage.lease.NumberAnswer;
import io.mintmark.storage.lease.NumberAnswer.OfSlice;
import io.mintmark.storage.lease.NumberAnswer.OfSlice.Standing;
import io.mintmark.storage.memory.MemoryEngine;
import io.mintmark.storage.row.LeaseSerials;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.HiLoDocument;
import io.mintmark.storage.write.IdentityRequest;
import io.mintmark.storage.write.Lease;
import io.mintmark.storage.write.RangeRequest;
import io.mintmark.storage.write.RangeReturn;
import io.mintmark.storage.write.Write;
import io.mintmark.support.Opened;
import io.mintmark.support.Party;
import io.mintmark.support.Pending;
import io.mintmark.support.RecordedLog;
import java.time.InstantSource;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** One node whose engine comes and goes, and the slice of its claim. */
class SlicedStorageTest {
    private static final CounterName ORDERS = CounterName.ofTag("orders");
    private static final long EPOCH = 7;
    private static final long LOW = new NumberSlice(EPOCH).low();
    private static final long HIGH = new NumberSlice(EPOCH).high();
    private static final long SERIALS = 1L << 40;

    @AutoClose
    private final Opened opened = new Opened();

    private final MemoryEngine memory = new MemoryEngine();
    private final ClaimSlices slices = slices(EPOCH);
    private final Storage shop = sliced("shop");
    private boolean cutOff;

    private static ClaimSlices slices(long epoch) {
        return new ClaimSlices(
                NodeTag.of("B"),
                epoch,
                SERIALS,
                InstantSource.system(),
                other -> other == 9 ? Optional.of(NodeTag.of("C")) : Optional.empty());
    }

    private Storage sliced(String name) {
        return sliced(memory.create(name, "{}".getBytes(UTF_8)), slices);
    }

    private Storage sliced(DatabaseEntry entry, ClaimSlices from) {
        return new SlicedStorage(new Breakable(opened.add(memory.open(entry))), entry.name(), from, () -> cutOff);
    }

    /** An engine as a node finds it that is cut off. */
    private final class Breakable extends ForwardingStorage {
        Breakable(Storage storage) {
            super(storage);
        }

        @Override
        public WriteState writes(WriteKind kind) {
            return cutOff ? WriteState.UNREACHABLE : super.writes(kind);
        }

        @Override
        public <T> Pending<T> submit(Write<T> write, Party party) {
            if (cutOff) {
                throw new StorageUnreachableException("gone", new IllegalStateException());
            }
            return super.submit(write, party);
        }
    }

    private static Lease next(Storage storage, CounterName counter, long lastMax, int size) {
        return storage.write(new RangeRequest(counter, lastMax, size, "10.0.0.7"));
    }

    private Lease next(long lastMax) {
        return next(shop, ORDERS, lastMax, 32);
    }

    @Test
    void shouldCutItsSliceWhileTheEngineIsNotThereAndNoLonger() {
        assertThat(next(0).low()).isEqualTo(1);

        cutOff = true;
        Lease first = next(32);
        Lease second = next(first.high());
        assertThat(first.low()).isEqualTo(LOW);
        assertThat(first.high()).isEqualTo(LOW + 31);
        assertThat(first.node()).isEqualTo(NodeTag.of("B"));
        assertThat(second.low()).isEqualTo(LOW + 32);
        assertThat(second.serial()).isGreaterThan(first.serial()).isGreaterThan(SERIALS);
        assertThatThrownBy(() -> shop.write(new IdentityRequest("users", null)))
                .isInstanceOf(StorageUnreachableException.class);

        cutOff = false;
        assertThat(next(second.high()).low())
                .as("above what the client had of ordinary numbers")
                .isEqualTo(33);
        byte[] body =
                shop.reads().read(ORDERS.document()).orElseThrow().content().body();
        assertThat(HiLoDocument.parse(body, Long.MAX_VALUE).max())
                .as("shows no slice")
                .isEqualTo(64);

        cutOff = true;
        assertThat(next(0).low()).as("the next outage goes on").isEqualTo(LOW + 64);
    }

    /** Numbers that the node reserved ahead come first, and again once the engine is back. */
    @Test
    void shouldCutNoSliceWhereTheNodeOwnsNumbersThatSuffice() {
        long[] nanos = {0};
        LeaseSerials serials = new LeaseSerials(1L << 39);
        serials.committed(1L << 40);
        NodeRangeStorage node = new NodeRangeStorage(
                shop, NodeTag.of("B"), serials, ReservationAmount.SHARED_STORE, InstantSource.system(), () -> nanos[0]);
        while (node.numbersAhead() == 0) {
            nanos[0] += 100_000_000;
            next(node, ORDERS, 0, 32);
        }
        cutOff = true;

        Lease beyond = next(node, ORDERS, 1L << 31, 32);
        assertThat(beyond.low()).as("for a client whose last number is higher").isEqualTo(LOW);
        long before = 0;
        while (node.numbersAhead() >= 32) {
            Lease lease = next(node, ORDERS, before, 32);
            assertThat(lease.low()).isGreaterThan(before).isLessThan(NumberSlice.FIRST);
            before = lease.high();
        }
        assertThat(next(node, ORDERS, before, 32).low())
                .as("once they are used up")
                .isEqualTo(LOW + 32);
    }

    /** Ids of the former life may be stored in the new one. */
    @Test
    void shouldGoOnWhereItWasInADatabaseThatWasMadeAnewOrOpenedAnew() {
        cutOff = true;
        assertThat(next(0).low()).isEqualTo(LOW);
        cutOff = false;

        DatabaseEntry entry = memory.database("shop").orElseThrow();
        shop.close();
        assertThat(memory.delete(entry.name(), Removal.ERASE)).isTrue();
        Storage anew = sliced("SHOP");

        assertThat(next(anew, ORDERS, 0, 32).low()).isEqualTo(1);
        cutOff = true;
        assertThat(next(anew, CounterName.ofTag("Orders"), 0, 32).low()).isEqualTo(LOW + 32);
    }

    @Test
    void shouldKeepCountersAndDatabasesApart() {
        Storage other = sliced("other");
        cutOff = true;

        assertThat(next(0).low()).isEqualTo(LOW);
        assertThat(next(shop, CounterName.ofTag("bills"), 0, 32).low()).isEqualTo(LOW);
        assertThat(next(other, ORDERS, 0, 32).low()).isEqualTo(LOW);
    }

    @Test
    void shouldRefuseOnceASliceIsUsedUp() {
        cutOff = true;
        assertThat(next(shop, ORDERS, 0, (1 << 30) - 10).low()).isEqualTo(LOW);

        Lease last = next(0);

        assertThat(last.high()).isEqualTo(HIGH);
        assertThat(last.size()).isEqualTo(10);
        for (int again = 0; again < 3; again++) {
            assertThatThrownBy(() -> next(0))
                    .isInstanceOf(StorageUnreachableException.class)
                    .hasMessageContaining("its slice of Raven/Hilo/orders is used up to " + HIGH);
        }
    }

    @Test
    void shouldRefuseWhereTheClaimHasNoSlice() {
        Storage late = sliced(memory.create("late", "{}".getBytes(UTF_8)), slices(1 << 22));
        cutOff = true;

        assertThatThrownBy(() -> next(late, ORDERS, 0, 32))
                .isInstanceOf(StorageUnreachableException.class)
                .hasMessageContaining("its claim 4194304 has no slice: only those up to 4194303 have");
    }

    /** Names are strangers', and a place that was cut to may not be forgotten. */
    @Test
    void shouldRefuseMoreCountersThanItRemembers() {
        cutOff = true;
        for (int i = 0; i < ClaimSlices.COUNTERS_MAX; i++) {
            next(shop, CounterName.ofTag("c" + i), 0, 1);
        }

        assertThatThrownBy(() -> next(0))
                .isInstanceOf(StorageUnreachableException.class)
                .hasMessageContaining("to " + ClaimSlices.COUNTERS_MAX + " counters");
        assertThat(next(shop, CounterName.ofTag("c0"), 0, 1).low()).isEqualTo(LOW + 1);
    }

    @Test
    void shouldIgnoreReturnsOfSlicesAlsoWithoutTheEngine() {
        cutOff = true;
        Lease lease = next(0);

        assertThat(shop.write(new RangeReturn(ORDERS, lease.low(), lease.high(), null)))
                .isEqualTo(new ReturnRule.Verdict.Refused(ReturnRule.Reason.OF_A_SLICE));
        assertThat(next(0).low()).isEqualTo(LOW + 32);
    }

    @Test
    void shouldSayWhoseANumberOfASliceIs() {
        cutOff = true;
        next(0);

        assertThat(shop.holderOf(ORDERS, LOW + 31)).isEqualTo(ofSlice(EPOCH, "B", Standing.HANDED_OUT));
        assertThat(shop.holderOf(ORDERS, LOW + 32)).isEqualTo(ofSlice(EPOCH, "B", Standing.NOT_HANDED_OUT));
        assertThat(shop.holderOf(CounterName.ofTag("bills"), LOW))
                .isEqualTo(ofSlice(EPOCH, "B", Standing.NOT_HANDED_OUT));
        assertThat(shop.holderOf(ORDERS, new NumberSlice(9).low())).isEqualTo(ofSlice(9, "C", Standing.ANOTHER_CLAIM));
        assertThat(shop.holderOf(ORDERS, new NumberSlice(8).low()))
                .isEqualTo(new OfSlice(8, null, Standing.ANOTHER_CLAIM));
    }

    private static NumberAnswer ofSlice(long claim, String node, Standing standing) {
        return new OfSlice(claim, NodeTag.of(node), standing);
    }

    @Test
    void shouldSayOnceAnOutageThatSlicesAreHandedOut() {
        try (RecordedLog said = RecordedLog.atInfo(ClaimSlices.class)) {
            cutOff = true;
            next(0);
            next(0);
            slices.healed();
            slices.healed();
            next(0);

            assertThat(said.lines()).hasSize(3);
            assertThat(said.lines("numbers of its slice", LOW + " to " + HIGH)).hasSize(2);
            assertThat(said.lines("2 were of this node's slice")).hasSize(1);
        }
    }

    @Test
    void shouldRefuseEveryRangeWhereThatIsAskedFor() {
        Storage refusing = new RefusingStorage(shop, () -> cutOff);
        assertThat(next(refusing, ORDERS, 0, 32).low()).isEqualTo(1);
        cutOff = true;

        assertThatThrownBy(() -> next(refusing, ORDERS, 0, 32))
                .isInstanceOf(StorageUnreachableException.class)
                .hasMessageContaining("--when-cut-off refuse");
    }
}
