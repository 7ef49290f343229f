package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.cli.Nodes.Node;
import io.mintmark.testkit.Effort;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A rolling restart: three nodes are stopped by SIGTERM one after the other and started again, and no call fails. */
class NightlyNodeRestartsIT {
    private static final int THREADS = 3;
    /** Each begins with a node that its server chose for it; so many are spread evenly by chance. */
    private static final int STORES_A_THREAD = 30;

    private static final long LEFT_IN_PEACE_MILLIS = 2_000;
    private static final double LOAD_MIN = 0.4;
    private static final double LOAD_MAX = 1.6;

    @TempDir
    private Path directory;

    @Test
    void aRollingRestartFailsNoCallAndUsesAllNodes() throws Exception {
        int turns = Effort.of("rolling restarts", 1, 10, "mintmark.turns");
        try (DurablePostgres postgres = DurablePostgres.start()) {
            postgres.createDatabase("rolling");
            try (Nodes nodes = new Nodes(directory, Nodes.jar(), postgres.options("rolling"))) {
                restart(nodes, turns);
            }
        }
    }

    private static void restart(Nodes nodes, int turns) throws Exception {
        List<Node> three = new ArrayList<>(nodes.startThree());
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<URI> urls = three.stream().map(node -> node.url).toList();
            List<PatientCaller> callers = new ArrayList<>();
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                PatientCaller caller = new PatientCaller(urls, STORES_A_THREAD, "t" + i);
                callers.add(caller);
                running.add(threads.submit(caller));
            }
            for (int turn = 0; turn < turns; turn++) {
                for (int i = 0; i < three.size(); i++) {
                    Thread.sleep(LEFT_IN_PEACE_MILLIS);
                    three.set(i, restarted(nodes, three.get(i)));
                }
            }
            Thread.sleep(LEFT_IN_PEACE_MILLIS);
            callers.forEach(PatientCaller::finish);
            for (Future<?> each : running) {
                each.get();
            }
            judge(callers, 3 * turns);
        } finally {
            threads.shutdownNow();
        }
    }

    private static Node restarted(Nodes nodes, Node node) throws Exception {
        assertThat(nodes.stop(node)).isEqualTo(143);
        return nodes.ready(nodes.launch(node.tag, node.url.getPort()));
    }

    private static void judge(List<PatientCaller> callers, int restarts) {
        Map<String, Long> load = new TreeMap<>();
        callers.forEach(caller -> caller.load().forEach((tag, calls) -> load.merge(tag, calls, Long::sum)));
        long calls = callers.stream().mapToLong(PatientCaller::calls).sum();
        List<String> failed =
                callers.stream().flatMap(caller -> caller.failed().stream()).toList();
        System.out.printf(
                Locale.ROOT,
                "[report] rolling restart · %d nodes stopped and started · %,d calls · %d failed · documents made by each"
                        + " node %s%n",
                restarts,
                calls,
                failed.size(),
                load);

        assertThat(failed).isEmpty();
        assertThat(load).containsOnlyKeys("A", "B", "C");
        double mean =
                load.values().stream().mapToLong(Long::longValue).average().orElseThrow();
        assertThat(load.values()).allSatisfy(made -> assertThat(made / mean).isBetween(LOAD_MIN, LOAD_MAX));
    }
}
