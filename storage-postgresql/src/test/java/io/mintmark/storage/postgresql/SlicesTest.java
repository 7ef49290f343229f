package io.mintmark.storage.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.counter.ExhaustedException;
import io.mintmark.counter.NumberSlice;
import io.mintmark.counter.ReturnRule;
import io.mintmark.document.NodeTag;
import io.mintmark.storage.Storage;
import io.mintmark.storage.StorageEngine.Removal;
import io.mintmark.storage.StorageUnreachableException;
import io.mintmark.storage.engine.RestoredStore;
import io.mintmark.storage.engine.WhenCutOff;
import io.mintmark.storage.postgresql.claim.StoreRaise;
import io.mintmark.storage.write.HiLoDocument;
import io.mintmark.storage.write.Lease;
import io.mintmark.storage.write.LeastRaise;
import io.mintmark.storage.write.RangeReturn;
import io.mintmark.support.Eventually;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Nodes of one PostgreSQL whose wires are cut: what each hands out then, and that no number of it meets another. */
@Timeout(120)
class SlicesTest extends CuttableNodes {
    @Test
    void shouldHandOutTheSliceOfItsClaimWhileItIsCutOffAndOrdinaryRangesAgainAfterwards() {
        PostgresEngine node = cuttable("A");
        PostgresEngine other = connected("B");
        node.create("shop", RECORD);
        Storage cutOff = shop(node);
        Storage there = shop(other);
        assertThat(next(cutOff, 0).low()).isEqualTo(1);

        cut(node);
        Lease first = next(cutOff, 32);
        assertThat(first.low()).isEqualTo(slice(node).low());
        assertThat(next(cutOff, first.high()).low()).isEqualTo(first.high() + 1);
        assertThat(first.node()).isEqualTo(NodeTag.of("A"));

        assertThat(next(there, first.high()).low()).as("clients move").isEqualTo(33);
        assertThat(there.write(new RangeReturn(ORDERS, first.low(), first.high(), null)))
                .isEqualTo(new ReturnRule.Verdict.Refused(ReturnRule.Reason.OF_A_SLICE));
        byte[] body =
                there.reads().read(ORDERS.document()).orElseThrow().content().body();
        assertThat(HiLoDocument.parse(body, Long.MAX_VALUE).max())
                .as("shows no slice")
                .isEqualTo(64);

        mend(node);
        Eventually.until(
                "ranges come from the counter again",
                () -> next(cutOff, first.high()).low() < NumberSlice.FIRST);
        assertThat(next(cutOff, first.high()).low()).isGreaterThan(64).isLessThan(NumberSlice.FIRST);
    }

    /** Its heart stands still, so it hears of nothing and its claim lapses. */
    @Test
    void shouldMeetNoNumberOfTheNodeThatTookItsTag() {
        PostgresEngine former = cuttable("A", TestEngine.STOPPED, WhenCutOff.SLICES);
        former.create("shop", RECORD);
        Storage formerShop = shop(former);
        assertThat(next(formerShop, 0).low()).isEqualTo(1);
        cut(former);
        Lease own = next(formerShop, 0);

        PostgresEngine heir = opened.add(TestEngine.open(url, "A", TestEngine.QUICK, WhenCutOff.SLICES));
        Storage heirShop = shop(heir);

        assertThat(own.low()).isEqualTo(slice(former).low());
        assertThat(next(formerShop, 0).low())
                .as("its epoch is its own for ever")
                .isEqualTo(own.high() + 1);
        assertThat(slice(heir).low()).isGreaterThan(slice(former).high());
        assertThat(next(heirShop, 0).low()).isEqualTo(33);
    }

    @Test
    void shouldGoOnInItsSliceWhereTheDatabaseWasMadeAnewMeanwhile() {
        PostgresEngine node = cuttable("A");
        PostgresEngine other = connected("B");
        node.create("shop", RECORD);
        Storage former = shop(node);
        cut(node);
        Lease ofFormerLife = next(former, 0);
        assertThat(other.delete("shop", Removal.ERASE)).isTrue();
        other.create("SHOP", RECORD);
        assertThat(next(former, 0).low()).as("it has not heard of that").isEqualTo(ofFormerLife.high() + 1);

        mend(node);
        former.close();
        Storage anew = shop(node);
        cut(node);

        assertThat(next(anew, 0).low()).isEqualTo(ofFormerLife.high() + 33);
    }

    /** As an earlier version allowed it, whose ceiling was 2^53-1. */
    @Test
    void shouldRefuseACounterThatStandsAboveWhereSlicesBegin() {
        PostgresEngine node = cuttable("A");
        node.create("shop", RECORD);
        Storage before = shop(node);
        next(before, 0);
        before.close();
        TestEngine.run(url, "UPDATE counter SET max = " + (NumberSlice.FIRST + 5));

        Storage shop = shop(node);

        assertThatThrownBy(() -> next(shop, 0))
                .isInstanceOf(ExhaustedException.class)
                .hasMessageContaining("issues no more numbers: 4503599627370495 (2^52-1) is the highest")
                .hasMessageContaining("Max=4503599627370501")
                .hasMessageContaining("Use another counter");
        cut(node);
        assertThatThrownBy(() -> next(shop, 0)).isInstanceOf(StorageUnreachableException.class);
    }

    /** The line that a copy does not know of may have made claims, and those may have handed out slices. */
    @Test
    void shouldSkipEpochsWhereAStoreIsRaised() {
        PostgresEngine node = TestEngine.open(url, "A", TestEngine.BRISK, WhenCutOff.SLICES);
        long before = node.claimStatus().claim().epoch();
        node.close();

        try (RestoredStore raise = new PostgresMaintenance(TestEngine.address(url)).openRestored()) {
            raise.raiseWhatIsShared(1L << 21);
        }

        assertThat(connected("A").claimStatus().claim().epoch()).isGreaterThan(before + 8_192);
        assertThat(StoreRaise.epochs(1)).isEqualTo(4_096);
        assertThat(StoreRaise.epochs(1L << 21)).isEqualTo(8_192 + 128);
        assertThat(StoreRaise.epochs(1L << 50)).isEqualTo(65_536 + (1 << 20));
    }

    /** A copy that was put back and raised before is raised by that and by as much again: its claims are others. */
    @Test
    void shouldSkipMoreEpochsEachTimeThatACopyIsRaised() {
        for (long least : List.of(1L << 20, 1_768_576L, 1L << 24, LeastRaise.UNKNOWN)) {
            for (long times = 1; times < 16; times++) {
                assertThat(StoreRaise.epochs(least * (times + 1)))
                        .as("after %d raises by %d", times, least)
                        .isGreaterThanOrEqualTo(StoreRaise.epochs(least * times) + 64);
            }
        }
        assertThat(StoreRaise.epochs(2 * LeastRaise.UNKNOWN))
                .as("by default")
                .isGreaterThanOrEqualTo(StoreRaise.epochs(LeastRaise.UNKNOWN) + 65_536);
    }
}
