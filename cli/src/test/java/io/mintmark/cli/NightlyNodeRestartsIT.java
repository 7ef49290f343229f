package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.cli.Nodes.Node;
import io.mintmark.testkit.Effort;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A rolling restart: three nodes are stopped by SIGTERM one after the other and started again, and no call fails, of our client
 * and of RavenDB's for Java and for Node, unmodified.
 *
 * <p>{@code -Dmintmark.turns} sets how often each node is restarted.
 */
@Timeout(value = 90, unit = TimeUnit.MINUTES)
class NightlyNodeRestartsIT {
    private static final int THREADS = 3;
    /** Each begins with a node that its server chose for it; so many are spread evenly by chance. */
    private static final int STORES_A_THREAD = 30;

    private static final Duration LEFT_IN_PEACE = Duration.ofSeconds(2);
    private static final double LOAD_MIN = 0.4;
    private static final double LOAD_MAX = 1.6;

    @TempDir
    private Path directory;

    private final int turns = Effort.of("rolling restarts", 1, 34, "mintmark.turns");

    /** Begins callers at nodes. */
    private interface Callers {
        List<RestartCaller> at(List<URI> urls) throws IOException;
    }

    @Test
    void aRollingRestartFailsNoCallOfJavaClientsAndUsesAllNodes() throws Exception {
        restart(urls -> {
            List<RestartCaller> callers = new ArrayList<>();
            for (int thread = 0; thread < THREADS; thread++) {
                callers.add(new PatientCaller(urls, STORES_A_THREAD, "t" + thread));
                callers.add(new OfficialCaller(urls, STORES_A_THREAD, "j" + thread));
            }
            return callers;
        });
    }

    @Test
    void aRollingRestartFailsNoCallOfTheNodeClientAndUsesAllNodes() throws Exception {
        NodeCaller.assumeInstalled();
        Path program = Files.createDirectory(directory.resolve("program"));
        restart(urls -> List.of(new NodeCaller(program, urls, STORES_A_THREAD, THREADS)));
    }

    private void restart(Callers callers) throws Exception {
        try (DurablePostgres postgres = DurablePostgres.start()) {
            postgres.createDatabase("rolling");
            try (Nodes nodes = new Nodes(directory, Nodes.jar(), postgres.options("rolling"))) {
                List<Node> three = new ArrayList<>(nodes.startThree());
                List<RestartCaller> called =
                        callers.at(three.stream().map(node -> node.url).toList());
                restart(nodes, three, called);
                judge(called);
            }
        }
    }

    /** Restarts each node so many times while the callers call. */
    private void restart(Nodes nodes, List<Node> three, List<RestartCaller> callers) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(callers.size());
        try {
            List<Future<?>> running = new ArrayList<>();
            callers.forEach(caller -> running.add(threads.submit(caller)));
            for (int turn = 0; turn < turns; turn++) {
                for (int i = 0; i < three.size(); i++) {
                    RealTime.pass(LEFT_IN_PEACE);
                    three.set(i, restarted(nodes, three.get(i)));
                }
            }
            RealTime.pass(LEFT_IN_PEACE);
            callers.forEach(RestartCaller::finish);
            for (Future<?> each : running) {
                each.get();
            }
        } finally {
            callers.forEach(RestartCaller::finish);
            threads.shutdownNow();
        }
    }

    private static Node restarted(Nodes nodes, Node node) throws Exception {
        assertThat(nodes.stop(node)).isEqualTo(143);
        return nodes.startAgain(node.tag, node.url.getPort());
    }

    private void judge(List<RestartCaller> callers) {
        Map<String, CallTally> byClient = new TreeMap<>();
        callers.forEach(caller -> byClient.computeIfAbsent(caller.client(), any -> new CallTally())
                .add(caller.tally()));
        byClient.forEach((client, tally) -> System.out.printf(
                "[report] rolling restart · %d nodes restarted · %s: %s%n", 3 * turns, client, tally));

        CallTally all = new CallTally();
        byClient.values().forEach(all::add);
        assertThat(all.failed()).isEmpty();
        assertThat(all.ids()).doesNotHaveDuplicates();
        assertThat(byClient).allSatisfy((client, tally) -> {
            assertThat(tally.load()).containsOnlyKeys("A", "B", "C");
            double mean = tally.load().values().stream()
                    .mapToLong(Long::longValue)
                    .average()
                    .orElseThrow();
            assertThat(tally.load().values())
                    .allSatisfy(made -> assertThat(made / mean).isBetween(LOAD_MIN, LOAD_MAX));
        });
    }
}
