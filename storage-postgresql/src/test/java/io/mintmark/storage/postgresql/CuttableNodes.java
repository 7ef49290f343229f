package io.mintmark.storage.postgresql;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.mintmark.counter.NumberSlice;
import io.mintmark.storage.Storage;
import io.mintmark.storage.engine.ClaimTimes;
import io.mintmark.storage.engine.WhenCutOff;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.Lease;
import io.mintmark.storage.write.RangeRequest;
import io.mintmark.support.Eventually;
import io.mintmark.support.Opened;
import org.junit.jupiter.api.AutoClose;

/** Nodes of one PostgreSQL whose wires can be cut. */
abstract class CuttableNodes {
    static final CounterName ORDERS = CounterName.ofTag("orders");
    static final byte[] RECORD = "{}".getBytes(UTF_8);

    @AutoClose
    final Opened opened = new Opened();

    final String url = TestPostgres.fresh();
    private final WireCutter wire = opened.add(new WireCutter(WireCutter.portOf(url)));

    final PostgresEngine cuttable(String tag) {
        return cuttable(tag, TestEngine.BRISK, WhenCutOff.SLICES);
    }

    final PostgresEngine cuttable(String tag, ClaimTimes times, WhenCutOff whenCutOff) {
        return opened.add(TestEngine.open(wire.through(url), tag, times, whenCutOff));
    }

    final PostgresEngine connected(String tag) {
        return opened.add(TestEngine.open(url, tag, TestEngine.BRISK, WhenCutOff.SLICES));
    }

    final Storage shop(PostgresEngine node) {
        return opened.add(node.open(node.database("shop").orElseThrow()));
    }

    static NumberSlice slice(PostgresEngine node) {
        return new NumberSlice(node.claimStatus().claim().epoch());
    }

    static Lease next(Storage shop, long lastMax) {
        return shop.write(new RangeRequest(ORDERS, lastMax, 32, "test"));
    }

    final void cut(PostgresEngine... nodes) {
        wire.cutAll();
        for (PostgresEngine node : nodes) {
            Eventually.until("the node is cut off", () -> node.outage().isPresent());
        }
    }

    final void mend(PostgresEngine... nodes) {
        wire.mend();
        for (PostgresEngine node : nodes) {
            Eventually.until("the node is well", node::answers);
        }
    }
}
