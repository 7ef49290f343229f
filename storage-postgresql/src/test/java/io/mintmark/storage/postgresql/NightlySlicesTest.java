package io.mintmark.storage.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.counter.NumberSlice;
import io.mintmark.counter.ReturnRule;
import io.mintmark.document.NodeTag;
import io.mintmark.storage.Storage;
import io.mintmark.storage.StorageUnreachableException;
import io.mintmark.storage.engine.WhenCutOff;
import io.mintmark.storage.lease.NumberAnswer.OfSlice;
import io.mintmark.storage.lease.NumberAnswer.OfSlice.Standing;
import io.mintmark.storage.write.Lease;
import io.mintmark.storage.write.RangeReturn;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What becomes of slices after a restart, who owns their numbers, and nodes that are told to hand none out. */
@Timeout(120)
class NightlySlicesTest extends CuttableNodes {
    @Test
    void shouldHandOutAnotherSliceAfterARestart() {
        PostgresEngine node = cuttable("A");
        node.create("shop", RECORD);
        Storage before = shop(node);
        cut(node);
        Lease lease = next(before, 0);
        mend(node);
        before.close();
        node.close();

        PostgresEngine again = cuttable("A");
        Storage after = shop(again);
        cut(again);

        assertThat(slice(again).epoch()).isGreaterThan(NumberSlice.epochOf(lease.low()));
        assertThat(next(after, 0).low()).isEqualTo(slice(again).low());
    }

    @Test
    void shouldSayWhoOwnsANumberOfASlice() {
        PostgresEngine node = cuttable("A");
        PostgresEngine other = connected("B");
        node.create("shop", RECORD);
        Storage cutOff = shop(node);
        Storage there = shop(other);
        TestEngine.awaitBeats(url, "A", "B");
        node.serve("http://a.test");
        other.serve("http://b.test");
        TestEngine.awaitBeats(url, "A", "B");
        cut(node);
        Lease lease = next(cutOff, 0);
        long epoch = slice(node).epoch();

        assertThat(cutOff.holderOf(ORDERS, lease.high()))
                .isEqualTo(new OfSlice(epoch, NodeTag.of("A"), Standing.HANDED_OUT));
        assertThat(cutOff.holderOf(ORDERS, lease.high() + 1))
                .isEqualTo(new OfSlice(epoch, NodeTag.of("A"), Standing.NOT_HANDED_OUT));
        assertThat(there.holderOf(ORDERS, lease.high()))
                .isEqualTo(new OfSlice(epoch, NodeTag.of("A"), Standing.ANOTHER_CLAIM));
        assertThat(there.holderOf(ORDERS, new NumberSlice(4_000).low()))
                .isEqualTo(new OfSlice(4_000, null, Standing.ANOTHER_CLAIM));
    }

    @Test
    void shouldHandOutNothingElseWhereThatIsAskedFor() {
        PostgresEngine ranges = cuttable("A", TestEngine.BRISK, WhenCutOff.RANGES);
        PostgresEngine refusing = cuttable("B", TestEngine.BRISK, WhenCutOff.REFUSE);
        ranges.create("shop", RECORD);
        Storage shop = shop(ranges);
        Storage refused = shop(refusing);
        cut(ranges, refusing);

        assertThatThrownBy(() -> next(shop, 0)).isInstanceOf(StorageUnreachableException.class);
        assertThatThrownBy(() -> next(refused, 0))
                .isInstanceOf(StorageUnreachableException.class)
                .hasMessageContaining("--when-cut-off refuse");
        assertThat(shop.write(new RangeReturn(ORDERS, NumberSlice.FIRST, NumberSlice.FIRST + 31, null)))
                .isEqualTo(new ReturnRule.Verdict.Refused(ReturnRule.Reason.OF_A_SLICE));
    }
}
