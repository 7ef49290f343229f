package io.mintmark.storage.postgresql;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.storage.EngineState;
import io.mintmark.storage.Slice;
import io.mintmark.storage.StorageFailedException;
import io.mintmark.support.Eventually;
import io.mintmark.support.Opened;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A tag belongs to one node at a time, and whoever lost it writes nothing more. */
@Timeout(120)
class NodeClaimsTest {
    private static final byte[] RECORD = "{}".getBytes(UTF_8);

    @AutoClose
    private final Opened opened = new Opened();

    private final String url = TestPostgres.fresh();

    @Test
    void shouldRefuseATagWhoseHolderLives() {
        opened.add(TestEngine.open(url, "A", TestEngine.QUICK));

        assertThatThrownBy(() -> TestEngine.open(url, "A", TestEngine.QUICK))
                .isInstanceOf(StorageFailedException.class)
                .hasMessageContaining("The node tag A is held by another server (http://node.test), which lives")
                .hasMessageContaining("--node-tag auto");
    }

    @Test
    void shouldTakeATagAtOnceThatWasLeft() {
        PostgresEngine first = TestEngine.open(url, "A", TestEngine.QUICK);
        long epoch = first.claimStatus().claim().epoch();
        first.close();

        PostgresEngine second = opened.add(TestEngine.open(url, "A", TestEngine.QUICK));

        assertThat(second.claimStatus().claim().epoch()).isGreaterThan(epoch);
        assertThat(TestEngine.ask(url, "SELECT state FROM node WHERE tag = 'A'"))
                .isEqualTo("starting");
    }

    @Test
    void shouldTakeATagOverOnceItsClaimLapsedAndFenceItsFormerHolder() {
        PostgresEngine silent = opened.add(TestEngine.open(url, "A", TestEngine.STOPPED));
        PostgresEngine heir = opened.add(TestEngine.open(url, "A", TestEngine.QUICK));

        assertThat(heir.claimStatus().claim().epoch())
                .isGreaterThan(silent.claimStatus().claim().epoch());
        assertThat(silent.state()).as("it beats no more and knows nothing yet").isNotEqualTo(EngineState.FENCED);
        assertThatThrownBy(() -> silent.create("shop", RECORD))
                .isInstanceOf(StorageFailedException.class)
                .hasMessageContaining("Another server has taken the node tag A over");
        assertThat(silent.state()).isEqualTo(EngineState.FENCED);
        assertThatThrownBy(() -> silent.databases(Slice.ALL)).hasMessageContaining("Restart it");
        assertThat(heir.databases(Slice.ALL)).isEmpty();
        assertThat(heir.create("shop", RECORD).name()).isEqualTo("shop");
    }

    @Test
    void shouldTakeTheTagOfANodeThatDiedBeforeTheClockWasSetBack() {
        PostgresEngine silent = opened.add(TestEngine.open(url, "A", TestEngine.STOPPED));
        TestEngine.run(url, "UPDATE node SET heartbeat = heartbeat + interval '1 hour'");

        PostgresEngine heir = opened.add(TestEngine.open(url, "A", TestEngine.QUICK));

        assertThat(heir.claimStatus().claim().epoch())
                .isGreaterThan(silent.claimStatus().claim().epoch());
    }

    @Test
    void shouldLeaveTheTagToANodeThatLivesThoughTheClockSaysOtherwise() {
        PostgresEngine first = opened.add(TestEngine.open(url, "A", TestEngine.BRISK));
        // Each heartbeat is an hour ago as soon as it was made.
        TestEngine.run(
                url,
                "CREATE FUNCTION early() RETURNS trigger LANGUAGE plpgsql AS"
                        + " 'BEGIN NEW.heartbeat := NEW.heartbeat - interval ''1 hour''; RETURN NEW; END'");
        TestEngine.run(url, "CREATE TRIGGER early BEFORE UPDATE ON node FOR EACH ROW EXECUTE FUNCTION early()");
        Eventually.until(() -> TestEngine.ask(url, "SELECT now() - heartbeat > interval '50 minutes' FROM node")
                .equals("t"));

        assertThat(opened.add(TestEngine.openLowest(url, TestEngine.BRISK))
                        .tag()
                        .text())
                .isEqualTo("B");
        assertThatThrownBy(() -> TestEngine.open(url, "A", TestEngine.QUICK))
                .isInstanceOf(StorageFailedException.class)
                .hasMessageContaining("lives");
        assertThat(first.state()).isEqualTo(EngineState.SERVING);
    }

    @Test
    void shouldHearFromTheHeartbeatThatItWasFenced() {
        PostgresEngine node = opened.add(TestEngine.open(url, "A", TestEngine.QUICK));
        TestEngine.run(url, "UPDATE node SET epoch = epoch + 1");

        Eventually.until(() -> node.state() == EngineState.FENCED);
    }

    @Test
    void shouldNotLeaveTheTagOfItsHeir() {
        PostgresEngine silent = TestEngine.open(url, "A", TestEngine.STOPPED);
        opened.add(TestEngine.open(url, "A", TestEngine.QUICK));
        silent.close();

        assertThat(TestEngine.ask(url, "SELECT state FROM node WHERE tag = 'A'"))
                .isEqualTo("starting");
    }

    @Test
    void shouldKnowThatItsClaimMayHaveLapsed() throws InterruptedException {
        PostgresEngine silent = opened.add(TestEngine.open(url, "A", TestEngine.STOPPED));
        assertThat(silent.state()).isEqualTo(EngineState.SERVING);

        Eventually.until(() -> silent.state() == EngineState.UNREACHABLE);
    }

    @Test
    void shouldTakeTheLowestFreeTagWhereNoneIsNamed() {
        PostgresEngine first = opened.add(TestEngine.openLowest(url, TestEngine.QUICK));
        PostgresEngine second = opened.add(TestEngine.openLowest(url, TestEngine.QUICK));
        PostgresEngine third = opened.add(TestEngine.openLowest(url, TestEngine.QUICK));
        opened.forget(second);
        second.close();
        PostgresEngine fourth = opened.add(TestEngine.openLowest(url, TestEngine.QUICK));

        assertThat(List.of(first.tag().text(), second.tag().text(), third.tag().text()))
                .containsExactly("A", "B", "C");
        assertThat(fourth.tag().text()).isEqualTo("B");
    }

    @Test
    void shouldShowTheOtherNodesWithTheirHeartbeats() {
        PostgresEngine first = opened.add(TestEngine.open(url, "A", TestEngine.QUICK));
        opened.add(TestEngine.open(url, "B", TestEngine.QUICK));

        Eventually.until(() -> !first.claimStatus().heard().peers().isEmpty());
        assertThat(first.claimStatus().heard().peers()).singleElement().satisfies(peer -> {
            assertThat(peer.tag()).isEqualTo("B");
            assertThat(peer.url()).isEqualTo("http://node.test");
            assertThat(peer.state()).isEqualTo("starting");
        });
        long beats = first.claimStatus().heard().peers().get(0).beats();
        Eventually.until(() -> first.claimStatus().heard().peers().get(0).beats() > beats);
    }

    @Test
    void shouldLayOutAnEmptyDatabaseOnceAlthoughFourNodesStart() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Callable<PostgresEngine>> starts = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                starts.add(() -> TestEngine.openLowest(url, TestEngine.QUICK));
            }
            Set<String> tags = new TreeSet<>();
            for (Future<PostgresEngine> start : threads.invokeAll(starts)) {
                tags.add(opened.add(start.get()).tag().text());
            }
            assertThat(tags).containsExactly("A", "B", "C", "D");
        } finally {
            threads.shutdown();
        }
        assertThat(TestEngine.ask(url, "SELECT count(*) FROM cluster")).isEqualTo("1");
        assertThat(TestEngine.ask(url, "SELECT version FROM layout")).isEqualTo("10");
        assertThat(TestEngine.ask(url, "SELECT count(DISTINCT epoch) FROM node"))
                .isEqualTo("4");
    }
}
