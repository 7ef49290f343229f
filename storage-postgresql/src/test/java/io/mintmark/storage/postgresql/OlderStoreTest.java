package io.mintmark.storage.postgresql;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.storage.DatabaseEntry;
import io.mintmark.storage.EngineState;
import io.mintmark.storage.Storage;
import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.engine.RestoredStore;
import io.mintmark.storage.lifecycle.Progress;
import io.mintmark.storage.postgresql.sql.StoreAge;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.IdentityRequest;
import io.mintmark.storage.write.RangeRequest;
import io.mintmark.support.Eventually;
import io.mintmark.support.Opened;
import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A store that is put back from an older copy beneath nodes that run: what one of them saw concerns all. */
@Timeout(90)
class OlderStoreTest {
    @AutoClose
    private final Opened opened = new Opened();

    @TempDir
    private Path directory;

    private final String url = TestPostgres.fresh();

    /** Each node has a witness of its own, as in production. */
    private PostgresEngine node(String tag) {
        return opened.add(TestEngine.open(url, tag, directory.resolve(tag)));
    }

    private Storage shop(PostgresEngine node) {
        return opened.add(node.open(node.database("shop").orElseThrow()));
    }

    private static long reserve(Storage shop) {
        return shop.write(new RangeRequest(CounterName.ofTag("orders"), 0, 32, "test"))
                .low();
    }

    private static long next(Storage shop) {
        return shop.write(new IdentityRequest("users", null));
    }

    /** Returns once a node heard of the store after this moment. */
    private void awaitHeartbeat(PostgresEngine node) {
        long now = Long.parseLong(TestEngine.ask(url, "SELECT " + StoreAge.SQL));
        Eventually.until(() -> node.claimStatus().age() > now);
    }

    private void awaitEnd(PostgresEngine node) {
        Eventually.until(() -> node.state() == EngineState.FENCED);
        assertThat(node.whyFenced()).contains("older copy", "mintmark raise");
    }

    @Test
    void shouldStopAlsoANodeThatWroteNothingSinceTheCopy() {
        PostgresEngine writer = node("A");
        PostgresEngine idle = node("C");
        DatabaseEntry ignored = writer.create("shop", "{}".getBytes(UTF_8));
        Storage written = shop(writer);
        Storage read = shop(idle);
        StoreCopy copy = StoreCopy.take(url);
        assertThat(reserve(written)).isEqualTo(1);
        assertThat(next(written)).isEqualTo(1);
        awaitHeartbeat(idle);

        copy.putBack();

        assertThatThrownBy(() -> reserve(read)).isInstanceOf(StorageFailedException.class);
        assertThatThrownBy(() -> next(read)).isInstanceOf(StorageFailedException.class);
        assertThatThrownBy(() -> idle.create("other", "{}".getBytes(UTF_8))).isInstanceOf(StorageFailedException.class);
        awaitEnd(idle);
        awaitEnd(writer);
    }

    @Test
    void shouldLetNobodyStartOnItBeforeItWasRaised() {
        PostgresEngine writer = node("A");
        DatabaseEntry ignored = writer.create("shop", "{}".getBytes(UTF_8));
        Storage written = shop(writer);
        StoreCopy copy = StoreCopy.take(url);
        long given = reserve(written);
        awaitHeartbeat(writer);
        copy.putBack();
        awaitEnd(writer);
        Eventually.until(() -> !TestEngine.ask(url, "SELECT older FROM cluster").equals("null"));

        assertThatThrownBy(() -> node("B"))
                .isInstanceOf(StorageFailedException.class)
                .hasMessageContainingAll("marked as an older copy", "mintmark raise");

        try (RestoredStore raise = new PostgresMaintenance(TestEngine.address(url)).openRestored()) {
            raise.raiseWhatIsShared(1_000);
            assertThatThrownBy(() -> node("B")).hasMessageContaining("marked as an older copy");
            assertThat(raise.raise("shop", 1_000, Progress.NONE).incarnation()).isEqualTo(2);
        }
        assertThat(reserve(shop(node("B")))).isGreaterThan(given + 900);
    }

    /** A store that is put back is stopped for a while, so its nodes are cut off from it first. */
    @Test
    void shouldLetNobodyStartOnOneThatWasPutBackWhileNodesWereCutOff() {
        WireCutter wire = opened.add(new WireCutter(WireCutter.portOf(url)));
        PostgresEngine writer = opened.add(TestEngine.open(wire.through(url), "A", directory.resolve("A")));
        DatabaseEntry ignored = writer.create("shop", "{}".getBytes(UTF_8));
        Storage written = shop(writer);
        StoreCopy copy = StoreCopy.take(url);
        assertThat(reserve(written)).isEqualTo(1);
        awaitHeartbeat(writer);
        wire.cutAll();
        Eventually.until(() -> writer.outage().isPresent());

        copy.putBack();
        wire.mend();

        awaitEnd(writer);
        Eventually.until(() -> !TestEngine.ask(url, "SELECT older FROM cluster").equals("null"));
        assertThatThrownBy(() -> node("B")).hasMessageContaining("marked as an older copy");
    }

    /** It knows nothing of the claim, as if another node had the tag. */
    @Test
    void shouldNoticeACopyFromBeforeTheClaim() {
        PostgresEngine before = node("C");
        awaitHeartbeat(before);
        StoreCopy copy = StoreCopy.take(url);
        PostgresEngine writer = node("A");
        awaitHeartbeat(writer);
        before.close();

        copy.putBack();

        awaitEnd(writer);
        assertThatThrownBy(() -> node("B")).hasMessageContaining("marked as an older copy");
    }

    @Test
    void shouldNoticeACopyFromBeforeTheClaimAlsoWhereAChangeMeetsItFirst() {
        PostgresEngine before = node("C");
        awaitHeartbeat(before);
        StoreCopy copy = StoreCopy.take(url);
        awaitHeartbeat(before);
        PostgresEngine writer = opened.add(TestEngine.open(url, "A", TestEngine.STOPPED));
        writer.serve("http://127.0.0.1:1");
        before.close();
        copy.putBack();

        assertThatThrownBy(() -> writer.create("other", "{}".getBytes(UTF_8)))
                .isInstanceOf(StorageFailedException.class)
                .hasMessageContaining("older copy");

        writer.serve("http://127.0.0.1:1");
        awaitEnd(writer);
        assertThatThrownBy(() -> node("B")).hasMessageContaining("marked as an older copy");
    }

    /** The age is the same; the copy has not come as far as the claim. */
    @Test
    void shouldNoticeACopyFromBeforeTheClaimWhereNobodyMadeAHeartbeatSince() {
        try (PostgresEngine before = node("C")) {
            awaitHeartbeat(before);
        }
        StoreCopy copy = StoreCopy.take(url);
        PostgresEngine writer = opened.add(TestEngine.open(url, "A", TestEngine.STOPPED));
        PostgresEngine idle = opened.add(TestEngine.open(url, "D", TestEngine.STOPPED));
        copy.putBack();

        assertThatThrownBy(() -> writer.create("other", "{}".getBytes(UTF_8)))
                .isInstanceOf(StorageFailedException.class)
                .hasMessageContaining("older copy");
        assertThat(writer.state()).as("its heartbeat is to tell the others").isEqualTo(EngineState.SERVING);

        idle.serve("http://127.0.0.1:1");
        awaitEnd(idle);
        assertThatThrownBy(() -> node("B")).hasMessageContaining("marked as an older copy");
    }

    /** Only what raises added to heartbeats tells the lines apart, to a node that made no heartbeat since. */
    @Test
    void shouldTellAnAbandonedLineFromTheRaisedOneWhereAllElseHappensToBeTheSame() {
        try (PostgresEngine abandoned = node("A")) {
            DatabaseEntry ignored = abandoned.create("shop", "{}".getBytes(UTF_8));
            assertThat(next(shop(abandoned))).isEqualTo(1);
            awaitHeartbeat(abandoned);
        }
        StoreCopy newer = StoreCopy.take(url);
        raise();
        PostgresEngine raised = opened.add(TestEngine.open(url, "A", TestEngine.STOPPED));
        Storage shop = shop(raised);
        long given = next(shop);
        newer.change(
                "node_state",
                "(epoch, groups, closed) = (SELECT epoch, groups, closed FROM mintmark.node_state n"
                        + " WHERE n.database = node_state.database AND n.node = node_state.node AND n.lane = node_state.lane)");
        newer.change("node", "epoch = (SELECT epoch FROM mintmark.node n WHERE n.tag = node.tag)");

        newer.putBack();

        assertThatThrownBy(() -> next(shop))
                .as("identities after %s", given)
                .isInstanceOf(StorageFailedException.class);
    }

    private void raise() {
        try (RestoredStore raise = new PostgresMaintenance(TestEngine.address(url)).openRestored()) {
            raise.raiseWhatIsShared(1_000);
            assertThat(raise.raise("shop", 1_000, Progress.NONE).counters()).isZero();
        }
    }

    @Test
    void shouldNoticeByTheWitnessOfANodeThatWroteNothing() {
        PostgresEngine writer = node("A");
        DatabaseEntry ignored = writer.create("shop", "{}".getBytes(UTF_8));
        Storage written = shop(writer);
        StoreCopy copy = StoreCopy.take(url);
        try (PostgresEngine idle = TestEngine.open(url, "C", directory.resolve("C"))) {
            assertThat(reserve(written)).isEqualTo(1);
            awaitHeartbeat(idle);
        }
        written.close();
        opened.close();

        copy.putBack();

        assertThatThrownBy(() -> node("C"))
                .isInstanceOf(StorageFailedException.class)
                .hasMessageContainingAll("older copy", "witness");
        assertThatThrownBy(() -> node("D")).hasMessageContaining("marked as an older copy");
    }
}
