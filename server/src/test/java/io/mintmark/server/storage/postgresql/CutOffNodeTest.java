package io.mintmark.server.storage.postgresql;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.server.storage.ChangeListener;
import io.mintmark.server.storage.DatabaseEntry;
import io.mintmark.server.storage.EngineState;
import io.mintmark.server.storage.Storage;
import io.mintmark.server.storage.StorageFailedException;
import io.mintmark.server.storage.StorageUnreachableException;
import io.mintmark.server.storage.counter.CounterName;
import io.mintmark.server.storage.write.RangeRequest;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A node whose wire to the engine is cut knows it, says it, and goes on when it is mended. */
@Timeout(60)
class CutOffNodeTest {
    private static final byte[] RECORD = "{}".getBytes(UTF_8);

    private String url;
    private WireCutter wire;
    private PostgresEngine engine;

    @BeforeEach
    void open() {
        url = TestPostgres.fresh();
        wire = new WireCutter(WireCutter.portOf(url));
        engine = TestEngine.open(wire.through(url), "A", TestEngine.QUICK);
    }

    @AfterEach
    void close() throws IOException {
        if (engine != null) {
            engine.close();
            wire.close();
        }
    }

    @Test
    void shouldKnowThatItIsCutOffAndServeAgainWhenTheWireIsMended() {
        long size = engine.sizeBytes();
        wire.cutAll();

        assertThatThrownBy(() -> engine.create("shop", RECORD)).isInstanceOf(StorageUnreachableException.class);
        TestEngine.await(Duration.ofSeconds(5), () -> engine.state() == EngineState.UNREACHABLE);
        assertThat(engine.sizeBytes()).as("what was known last, at once").isEqualTo(size);

        wire.mend();
        TestEngine.await(Duration.ofSeconds(8), () -> engine.state() == EngineState.SERVING);
        assertThat(engine.create("shop", RECORD).name()).isEqualTo("shop");
    }

    /** What is left to do then are courtesies: to give numbers, lanes and the tag back. */
    @Test
    void shouldStopSoonWhereTheEngineIsGone() {
        PostgresEngine node = TestEngine.open(wire.through(url), "B", TestEngine.BRISK);
        DatabaseEntry entry = node.create("shop", RECORD);
        Storage storage = node.open(entry, ChangeListener.NOBODY);
        assertThat(storage.write(new RangeRequest(CounterName.ofTag("orders"), 0, 32, "test"))
                        .low())
                .isEqualTo(1);
        wire.cutAll();

        long begun = System.nanoTime();
        node.leave();
        storage.close();
        node.close();

        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(6));
    }

    @Test
    void shouldSayThatACommitIsUnknownWhoseAnswerDidNotCome() {
        wire.cutNextCommit(WireCutter.Moment.AFTER);

        assertThatThrownBy(() -> engine.create("shop", RECORD))
                .isInstanceOf(StorageFailedException.class)
                .hasMessageContaining("did not say whether the change was committed");

        wire.mend();
        TestEngine.await(
                Duration.ofSeconds(5),
                () -> TestEngine.ask(url, "SELECT count(*) FROM database").equals("1"));
        TestEngine.await(Duration.ofSeconds(5), () -> engine.foreignChanges() > 0);
        assertThat(engine.database("shop")).as("it is found nevertheless").isPresent();
    }
}
