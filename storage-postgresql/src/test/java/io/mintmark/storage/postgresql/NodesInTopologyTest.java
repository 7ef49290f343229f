package io.mintmark.storage.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.storage.StorageEngine;
import io.mintmark.storage.Topology;
import io.mintmark.storage.engine.ClaimTimes;
import io.mintmark.support.Eventually;
import io.mintmark.support.Opened;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The topology of nodes over one PostgreSQL: a node is in it from its first answer to its last heartbeat. */
@Timeout(60)
class NodesInTopologyTest {
    @AutoClose
    private final Opened opened = new Opened();

    private final String url = TestPostgres.fresh();

    private PostgresEngine serving(String tag) {
        PostgresEngine node = opened.add(TestEngine.open(url, tag, TestEngine.QUICK));
        node.serve("http://" + tag + ".test");
        return node;
    }

    private static void await(StorageEngine node, Predicate<Topology> so) {
        Eventually.until(() -> so.test(node.topology()));
    }

    private static List<String> tags(Topology topology) {
        return topology.nodes().stream().map(node -> node.tag().text()).sorted().toList();
    }

    @Test
    void shouldShowANodeOnceItAnswers() {
        PostgresEngine first = serving("A");
        PostgresEngine second = TestEngine.open(url, "B", TestEngine.QUICK);
        opened.add(second);
        assertThat(tags(first.topology())).containsExactly("A");
        long before = first.topology().etag();

        second.serve("http://B.test");

        await(first, topology -> tags(topology).equals(List.of("A", "B")));
        assertThat(first.topology().etag()).isGreaterThan(before);
        assertThat(second.topology().cluster()).isEqualTo(first.topology().cluster());
        await(second, topology -> topology.etag() == first.topology().etag());
        assertThat(second.topology().nodes())
                .containsExactlyInAnyOrderElementsOf(first.topology().nodes());
    }

    @Test
    void shouldShowThatANodeLeavesWhileItStillServes() throws InterruptedException {
        PostgresEngine first = serving("A");
        PostgresEngine second = serving("B");
        await(first, topology -> tags(topology).equals(List.of("A", "B")));
        await(second, topology -> tags(topology).equals(List.of("A", "B")));
        long before = first.topology().etag();

        second.leave();

        assertThat(first.topology().etag()).as("known before it returns").isGreaterThan(before);
        assertThat(first.topology().nodes())
                .anySatisfy(node -> assertThat(node.leaving()).isTrue());
        assertThat(second.topology().nodes())
                .anySatisfy(node -> assertThat(node.leaving()).isTrue());
        opened.forget(second);
        second.close();
        await(first, topology -> tags(topology).equals(List.of("A")));
    }

    @Test
    void shouldNotWaitToLeaveWhereItIsAlone() {
        // Others would hear of it within hours.
        Duration hour = Duration.ofHours(1);
        PostgresEngine only = opened.add(TestEngine.open(url, "A", new ClaimTimes(hour, hour)));
        only.serve("http://A.test");

        only.leave();

        assertThat(only.topology().nodes())
                .noneSatisfy(node -> assertThat(node.leaving()).isTrue());
    }

    @Test
    void shouldTakeANodeOutWhoseHeartStandsStill() {
        PostgresEngine silent = TestEngine.open(url, "B", TestEngine.STOPPED);
        opened.add(silent);
        silent.serve("http://B.test");
        PostgresEngine first = serving("A");
        await(first, topology -> tags(topology).equals(List.of("A", "B")));
        long before = first.topology().etag();

        await(first, topology -> tags(topology).equals(List.of("A")));

        await(first, topology -> topology.etag() > before);
        assertThat(TestEngine.ask(url, "SELECT state FROM node WHERE tag = 'B'"))
                .isEqualTo("lapsed");
    }

    @Test
    void shouldTakeANodeInAgainThatWasTakenForDead() {
        PostgresEngine first = serving("A");
        PostgresEngine second = serving("B");
        await(first, topology -> tags(topology).equals(List.of("A", "B")));

        long whole = Long.parseLong(TestEngine.ask(url, "SELECT topology FROM cluster"));
        // At once, as another node does it: the node that is taken for dead may answer between two statements.
        TestEngine.run(
                url,
                "WITH dead AS (UPDATE node SET state = 'lapsed' WHERE tag = 'B')"
                        + " UPDATE cluster SET topology = topology + 1");

        await(first, topology -> topology.etag() > whole + 1 && tags(topology).equals(List.of("A", "B")));
        assertThat(second.topology().nodes()).hasSize(2);
    }
}
