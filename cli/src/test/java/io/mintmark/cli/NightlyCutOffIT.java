package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.mintmark.testkit.Effort;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the page on several nodes says of a node that is cut off, paused or far away, with processes and wires: how long
 * anybody waits. The long form demands the figures of the page, for which the machine must be quiet; the short one five
 * times as much.
 */
class NightlyCutOffIT {
    @RegisterExtension
    static final DurablePostgres POSTGRES = DurablePostgres.of();

    private static final int SLACK = Effort.isProof() ? 1 : 5;
    private static final Duration RANGE_P99 = Duration.ofMillis(20).multipliedBy(SLACK);
    private static final Duration FIRST = Duration.ofSeconds(2).multipliedBy(SLACK);
    private static final Duration LATER = Duration.ofMillis(50).multipliedBy(SLACK);
    private static final Duration OTHERS_P99 = Duration.ofMillis(100).multipliedBy(SLACK);
    /** The first numbers ahead are a minute of the rate that there was without any. */
    private static final Duration WARM = Duration.ofSeconds(15);

    private static final int PAUSE_SECONDS = 6;

    @TempDir
    private Path directory;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpClient client = HttpClient.newHttpClient();
    private final Set<Long> identities = ConcurrentHashMap.newKeySet();

    @AfterEach
    void end() {
        threads.shutdownNow();
    }

    /** How long each call took, in their order, and how many of each status there were. */
    private static final class Times {
        private final List<Long> nanos = Collections.synchronizedList(new ArrayList<>());

        Duration p99() {
            List<Long> sorted = new ArrayList<>(nanos);
            Collections.sort(sorted);
            return Duration.ofNanos(sorted.get(sorted.size() * 99 / 100));
        }
    }

    private int status(Times times, String method, URI node, String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(node.resolve(path))
                .method(method, BodyPublishers.ofString(method.equals("PUT") ? "{}" : ""))
                .timeout(Duration.ofMinutes(1))
                .build();
        long begun = System.nanoTime();
        int status = client.send(request, BodyHandlers.discarding()).statusCode();
        times.nanos.add(System.nanoTime() - begun);
        return status;
    }

    private static String database(String path) {
        return "/databases/" + Calls.DATABASE + path;
    }

    private Callable<Integer> ranges(Times times, URI node, AtomicBoolean done) {
        return () -> {
            int refused = 0;
            while (!done.get()) {
                refused += status(times, "GET", node, database("/hilo/next?tag=hot&lastBatchSize=32")) == 201 ? 0 : 1;
            }
            return refused;
        };
    }

    @Test
    void aNodeWhoseWireSwallowsEverythingLetsNobodyWait() throws Exception {
        int cuts = Effort.of("cuts of a wire", 2, 10);
        POSTGRES.createDatabase("dark");
        try (EngineWire wire = new EngineWire(POSTGRES.port());
                Nodes nodes = new Nodes(directory, Nodes.jar(), DurablePostgres.options(wire.port(), "dark"))) {
            Nodes.Node node = nodes.ready(nodes.launch("A", 0));
            new Calls(client, node.url).createDatabase();
            for (int cut = 0; cut < cuts; cut++) {
                cutOnce(node.url, wire);
            }
        }
    }

    private void cutOnce(URI node, EngineWire wire) throws Exception {
        AtomicBoolean done = new AtomicBoolean();
        Times hot = new Times();
        Future<Integer> refused = threads.submit(ranges(hot, node, done));
        RealTime.pass(WARM);
        hot.nanos.clear();

        wire.darken();
        List<String> calls =
                List.of(database("/docs?id=a"), database("/stats?failure=check"), database("/healthcheck"));
        Times first = new Times();
        for (String each : calls) {
            assertThat(status(first, "GET", node, each)).as(each).isEqualTo(503);
        }
        assertThat(status(new Times(), "POST", node, database("/identity/next?name=users")))
                .isEqualTo(408);
        Times later = new Times();
        for (int i = 0; i < 100; i++) {
            assertThat(status(later, "GET", node, calls.get(i % calls.size()))).isEqualTo(503);
            assertThat(status(later, "POST", node, database("/identity/next?name=users")))
                    .isEqualTo(408);
        }
        done.set(true);

        wire.lighten();
        long begun = System.nanoTime();
        await("the node is well again").until(() -> status(new Times(), "GET", node, calls.get(2)) == 204);
        Duration healing = Duration.ofNanos(System.nanoTime() - begun);

        System.out.printf(
                "[report] cut off: %,d ranges, p99 %s; first %s, later p99 %s, well after %s%n",
                hot.nanos.size(), hot.p99(), Duration.ofNanos(Collections.max(first.nanos)), later.p99(), healing);
        assertThat(refused.get()).isZero();
        assertThat(hot.p99()).isLessThanOrEqualTo(RANGE_P99);
        assertThat(Duration.ofNanos(Collections.max(first.nanos))).isLessThanOrEqualTo(FIRST);
        assertThat(later.p99()).isLessThanOrEqualTo(LATER);
        assertThat(healing).isLessThanOrEqualTo(FIRST);
    }

    /** Draws identities and stores documents under them until {@code done}; none may come twice. */
    private Callable<Integer> identities(Times times, URI node, AtomicBoolean done) {
        Calls calls = new Calls(client, node);
        return () -> {
            int drawn = 0;
            for (; !done.get(); drawn++) {
                long begun = System.nanoTime();
                assertThat(identities.add(calls.nextIdentity("users")))
                        .as("drawn once")
                        .isTrue();
                if (drawn % 4 == 0) {
                    String ignored = calls.put("people|", "stamp");
                }
                times.nanos.add(System.nanoTime() - begun);
            }
            return drawn;
        };
    }

    @Test
    void aNodeThatIsPausedOrFarAwayHoldsUpNobody() throws Exception {
        POSTGRES.createDatabase("slow");
        try (EngineWire wire = new EngineWire(POSTGRES.port());
                Nodes near = new Nodes(
                        Files.createDirectory(directory.resolve("near")), Nodes.jar(), POSTGRES.options("slow"));
                Nodes far = new Nodes(
                        Files.createDirectory(directory.resolve("far")),
                        Nodes.jar(),
                        DurablePostgres.options(wire.port(), "slow"))) {
            Nodes.Node slow = far.ready(far.launch("A", 0));
            new Calls(client, slow.url).createDatabase();
            Nodes.Node other = near.ready(near.launch("B", 0));

            Times paused = drawBeside(slow, other, () -> far.pause(slow), () -> far.resume(slow));
            Times away = drawBeside(slow, other, () -> wire.delay(250), () -> wire.delay(0));

            System.out.printf(
                    "[report] identities and documents of another node: beside one that is paused %,d, p99 %s; beside one"
                            + " that is 250 ms away %,d, p99 %s%n",
                    paused.nanos.size(), paused.p99(), away.nanos.size(), away.p99());
            assertThat(paused.p99()).isLessThanOrEqualTo(OTHERS_P99);
            assertThat(away.p99()).isLessThanOrEqualTo(OTHERS_P99);
        }
    }

    /** Something that happens to a node. */
    @FunctionalInterface
    private interface Happening {
        void happen() throws IOException, InterruptedException;
    }

    private Times drawBeside(Nodes.Node slow, Nodes.Node other, Happening begins, Happening ends) throws Exception {
        AtomicBoolean done = new AtomicBoolean();
        List<Future<Integer>> drawing = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            drawing.add(threads.submit(identities(new Times(), slow.url, done)));
        }
        Times times = new Times();
        Future<Integer> beside = threads.submit(identities(times, other.url, done));
        RealTime.pass(Duration.ofSeconds(2));
        times.nanos.clear();
        begins.happen();
        RealTime.pass(Duration.ofSeconds(PAUSE_SECONDS));
        ends.happen();
        done.set(true);
        assertThat(beside.get()).isPositive();
        for (Future<Integer> each : drawing) {
            assertThat(each.get()).isPositive();
        }
        return times;
    }
}
