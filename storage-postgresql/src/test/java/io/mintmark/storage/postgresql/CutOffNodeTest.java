package io.mintmark.storage.postgresql;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.storage.ChangeListener;
import io.mintmark.storage.DatabaseEntry;
import io.mintmark.storage.EngineState;
import io.mintmark.storage.Storage;
import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.StorageUnreachableException;
import io.mintmark.storage.postgresql.claim.Heartbeat;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.RangeRequest;
import io.mintmark.support.Eventually;
import io.mintmark.support.Opened;
import io.mintmark.support.RecordedLog;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A node whose wire to the engine is cut knows it, says it, and goes on when it is mended. */
@Timeout(60)
class CutOffNodeTest {
    private static final byte[] RECORD = "{}".getBytes(UTF_8);

    @AutoClose
    private final Opened opened = new Opened();

    private final String url = TestPostgres.fresh();
    private final WireCutter wire = opened.add(new WireCutter(WireCutter.portOf(url)));
    private final PostgresEngine engine = opened.add(TestEngine.open(wire.through(url), "A", TestEngine.QUICK));

    @Test
    void shouldKnowThatItIsCutOffAndServeAgainWhenTheWireIsMended() {
        long size = engine.sizeBytes();
        wire.cutAll();

        assertThatThrownBy(() -> engine.create("shop", RECORD)).isInstanceOf(StorageUnreachableException.class);
        Eventually.until(() -> engine.state() == EngineState.UNREACHABLE);
        assertThat(engine.sizeBytes()).as("what was known last, at once").isEqualTo(size);

        wire.mend();
        Eventually.until(engine::answers);
        assertThat(engine.state()).isEqualTo(EngineState.SERVING);
        assertThat(engine.create("shop", RECORD).name()).isEqualTo("shop");
    }

    /** The heartbeat that ends an outage finds out what others did meanwhile, and may ask for nothing else yet. */
    @Test
    void shouldComeBackWithoutAnErrorAfterOthersBuriedIt() {
        PostgresEngine other = opened.add(TestEngine.open(url, "B", TestEngine.QUICK));
        other.serve("http://127.0.0.1:2");
        engine.serve("http://127.0.0.1:1");
        RecordedLog log = opened.add(RecordedLog.of(Heartbeat.class));
        wire.cutAll();
        Eventually.until(() -> state("A").equals("lapsed"));

        wire.mend();

        Eventually.until(() -> state("A").equals("serving"));
        assertThat(log.lines("A heartbeat failed")).isEmpty();
    }

    private String state(String tag) {
        return TestEngine.ask(url, "SELECT state FROM node WHERE tag = '" + tag + "'");
    }

    /** What is left to do then are courtesies, to give numbers, lanes and the tag back; none waits for a connection. */
    @Test
    void shouldStopSoonWhereTheEngineIsGone() {
        PostgresEngine node = TestEngine.openPatient(wire.through(url), "B");
        DatabaseEntry entry = node.create("shop", RECORD);
        Storage storage = node.open(entry, ChangeListener.NOBODY);
        assertThat(storage.write(new RangeRequest(CounterName.ofTag("orders"), 0, 32, "test"))
                        .low())
                .isEqualTo(1);
        wire.cutAll();

        node.leave();
        storage.close();
        node.close();

        assertThat(TestEngine.ask(url, "SELECT state FROM node WHERE tag = 'B'"))
                .as("what it could not give back")
                .isNotEqualTo("left");
    }

    @Test
    void shouldSayThatACommitIsUnknownWhoseAnswerDidNotCome() {
        wire.cutNextCommitOf("INSERT INTO database", WireCutter.Moment.AFTER);

        assertThatThrownBy(() -> engine.create("shop", RECORD))
                .isInstanceOf(StorageFailedException.class)
                .hasMessageContaining("did not say whether the change was committed");

        wire.mend();
        Eventually.until(
                () -> TestEngine.ask(url, "SELECT count(*) FROM database").equals("1"));
        Eventually.until(() -> engine.foreignChanges() > 0);
        assertThat(engine.database("shop")).as("it is found nevertheless").isPresent();
    }

    /** A node that began without its store ends where the store refuses it, and looks again where it is away. */
    @Test
    void shouldCallTheEngineUnreachableThatDoesNotAnswerAClaim() {
        wire.cutNextCommitOf("INSERT INTO node", WireCutter.Moment.AFTER);

        assertThatThrownBy(() -> TestEngine.open(wire.through(url), "B", TestEngine.QUICK))
                .isInstanceOf(StorageUnreachableException.class)
                .hasMessageContaining("did not say whether");

        wire.mend();
        assertThat(opened.add(TestEngine.open(wire.through(url), "B", TestEngine.QUICK))
                        .state())
                .as("nobody has the claim of which nobody heard")
                .isEqualTo(EngineState.SERVING);
        wire.cutNextCommitOf("UPDATE node SET state", WireCutter.Moment.AFTER);
        assertThatThrownBy(() -> engine.serve("http://127.0.0.1:1")).isInstanceOf(StorageUnreachableException.class);
    }
}
