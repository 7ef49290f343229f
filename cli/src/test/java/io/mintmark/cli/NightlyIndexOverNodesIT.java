package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.mintmark.cli.Nodes.Node;
import io.mintmark.testkit.Effort;
import io.mintmark.testkit.Seed;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * An index over three nodes that all write: the one that computes it is killed, or paused for longer than its claim on the index and
 * sent on, again and again. In the end its outputs are those of a plain loop over all documents.
 */
@Timeout(value = 120, unit = TimeUnit.MINUTES)
class NightlyIndexOverNodesIT {
    private static final String DB = "/databases/" + Calls.DATABASE;
    private static final int THREADS = 4;
    private static final int DOCUMENTS = 500;
    private static final Duration TAKEN_OVER = Duration.ofSeconds(20);
    private static final ObjectMapper TREES = new ObjectMapper();

    private final long seed = Seed.fresh("NightlyIndexOverNodesIT");
    private final SplittableRandom random = new SplittableRandom(seed);
    private final HttpClient client = HttpClient.newHttpClient();
    private final AtomicLong writes = new AtomicLong();
    private volatile boolean over;
    private long longestMillis;

    @TempDir
    private Path directory;

    @Test
    void anIndexMissesNothingAndDoublesNothingWhenItsNodeIsKilledOrPaused() throws Exception {
        int faults = Effort.of("faults of the node that computes", 6, 60);
        try (DurablePostgres postgres = DurablePostgres.start()) {
            postgres.createDatabase("indexes");
            try (Nodes nodes = new Nodes(directory, Nodes.jar(), postgres.options("indexes"))) {
                List<Node> three = new ArrayList<>(nodes.startThree());
                put(three.get(0));
                for (Node node : three) {
                    awaitIndex(node);
                }
                work(nodes, three, postgres, faults);
                for (Node node : nodes.awake()) {
                    catchUp(node);
                }
                assertThat(outputs(nodes.awake().get(0)))
                        .as("seed %d", seed)
                        .isEqualTo(expected(nodes.awake().get(1)));
            }
        }
        System.out.printf(
                "[report] index over nodes · %d faults · %,d writes · taken over within %,d ms%n",
                faults, writes.get(), longestMillis);
    }

    private void work(Nodes nodes, List<Node> three, DurablePostgres postgres, int faults) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<Future<?>> running = new ArrayList<>();
            for (int thread = 0; thread < THREADS; thread++) {
                SplittableRandom own = random.split();
                running.add(threads.submit(() -> write(nodes, own)));
            }
            for (int fault = 0; fault < faults; fault++) {
                RealTime.pass(Duration.ofMillis(random.nextInt(500, 3_000)));
                strike(nodes, three, postgres);
            }
            over = true;
            for (Future<?> each : running) {
                each.get();
            }
        } finally {
            over = true;
            threads.shutdownNow();
        }
    }

    private void strike(Nodes nodes, List<Node> three, DurablePostgres postgres) throws Exception {
        String holder = holder(postgres);
        int at = Math.max(0, three.stream().map(node -> node.tag).toList().indexOf(holder));
        Node struck = three.get(at);
        boolean kill = random.nextInt(3) == 0;
        long begun = System.nanoTime();
        if (kill) {
            nodes.kill(struck);
        } else {
            nodes.pause(struck);
        }
        await().atMost(TAKEN_OVER)
                .pollInterval(Duration.ofMillis(50))
                .untilAsserted(() -> assertThat(holder(postgres))
                        .as("who took over, seed %d; PostgreSQL is at: %s", seed, activity(postgres))
                        .isNotEqualTo(struck.tag));
        longestMillis = Math.max(
                longestMillis, Duration.ofNanos(System.nanoTime() - begun).toMillis());
        RealTime.pass(Duration.ofMillis(random.nextInt(6_000)));
        if (kill) {
            three.set(at, nodes.startAgain(struck.tag, struck.url.getPort()));
        } else {
            nodes.resume(struck);
        }
    }

    private static String holder(DurablePostgres postgres) throws SQLException {
        return ask(postgres, "SELECT coalesce(min(node), '') FROM mintmark.index_progress");
    }

    private static String activity(DurablePostgres postgres) throws SQLException {
        return ask(
                postgres,
                "SELECT string_agg(concat_ws(' ', pid, state, wait_event, now() - xact_start, left(query, 200)), chr(10))"
                        + " FROM pg_stat_activity WHERE datname = 'indexes'");
    }

    private static String ask(DurablePostgres postgres, String sql) throws SQLException {
        String url = "jdbc:postgresql://localhost:" + postgres.port() + "/indexes";
        try (Connection connection = DriverManager.getConnection(url, "postgres", DurablePostgres.secret());
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            return row.next() ? String.valueOf(row.getString(1)) : "";
        }
    }

    /** What is not answered may have happened, or happen later: the documents themselves are the model. */
    private void write(Nodes nodes, SplittableRandom own) {
        while (!over) {
            String path = DB + "/docs?id=orders/" + own.nextInt(DOCUMENTS);
            boolean deletes = own.nextInt(4) == 0;
            String customer = "c" + own.nextInt(own.nextBoolean() ? 3 : 60);
            String body = "{\"Customer\":\"" + customer + "\",\"Price\":" + own.nextInt(1_000)
                    + ",\"@metadata\":{\"@collection\":\"Orders\"}}";
            try {
                int status = send(nodes.pick(own), deletes ? "DELETE" : "PUT", path, deletes ? "" : body, 2)
                        .statusCode();
                writes.addAndGet(status < 300 ? 1 : 0);
            } catch (IOException e) {
                // The node was killed or paused.
                Thread.onSpinWait();
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private HttpResponse<String> send(Node node, String method, String path, String body, int seconds)
            throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(node.url.resolve(path))
                .timeout(Duration.ofSeconds(seconds))
                .method(
                        method,
                        body.isEmpty()
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofString(body))
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    private void put(Node node) throws IOException, InterruptedException {
        String definition =
                "{\"Indexes\":[{\"Name\":\"ByCustomer\",\"OutputReduceToCollection\":\"Sums\",\"Aggregation\":"
                        + "{\"Collection\":\"Orders\",\"GroupBy\":[\"Customer\"],\"Aggregates\":[{\"Name\":\"Orders\","
                        + "\"Function\":\"Count\"},{\"Name\":\"Total\",\"Function\":\"Sum\",\"Of\":\"Price\"}]}}]}";
        HttpResponse<String> answer = send(node, "PUT", DB + "/indexes", definition, 30);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
    }

    private void awaitIndex(Node node) {
        await("node " + node.tag + " hears of the index")
                .atMost(TAKEN_OVER)
                .until(() -> send(node, "GET", DB + "/indexes", "", 30).body().contains("ByCustomer"));
    }

    private void catchUp(Node node) throws IOException, InterruptedException {
        HttpResponse<String> answer =
                send(node, "POST", DB + "/bulk_docs?waitForIndexesTimeout=00:01:00", "{\"Commands\":[]}", 90);
        assertThat(answer.statusCode()).as("seed %d: %s", seed, answer.body()).isEqualTo(201);
    }

    private List<JsonNode> documents(Node node, String prefix) throws IOException, InterruptedException {
        String path = DB + "/docs?startsWith=" + prefix + "&pageSize=10000";
        List<JsonNode> found = new ArrayList<>();
        TREES.readTree(send(node, "GET", path, "", 30).body()).path("Results").forEach(found::add);
        return found;
    }

    private Map<String, String> outputs(Node node) throws IOException, InterruptedException {
        Map<String, String> outputs = new TreeMap<>();
        for (JsonNode sum : documents(node, "Sums/")) {
            String twice = outputs.put(
                    sum.path("Customer").asText(),
                    sum.path("Orders").asInt() + " " + sum.path("Total").asInt());
            assertThat(twice).isNull();
        }
        return outputs;
    }

    private Map<String, String> expected(Node node) throws IOException, InterruptedException {
        Map<String, int[]> sums = new TreeMap<>();
        for (JsonNode order : documents(node, "orders/")) {
            int[] sum = sums.computeIfAbsent(order.path("Customer").asText(), any -> new int[2]);
            sum[0]++;
            sum[1] += order.path("Price").asInt();
        }
        Map<String, String> expected = new TreeMap<>();
        sums.forEach((customer, sum) -> expected.put(customer, sum[0] + " " + sum[1]));
        return expected;
    }
}
