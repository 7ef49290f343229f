package io.mintmark.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.server.TestServer.Answer;
import io.mintmark.server.jetty.Wire;
import io.mintmark.server.limits.Limits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Bulk inserts beside others: their places, their memory, and how they wait when there is too much to write. */
@Timeout(120)
class BulkInsertSharesTest {
    private static final String DB = "/databases/shop";

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<BulkStream> streams = new ArrayList<>();

    @TempDir
    private Path directory;

    private TestServer server;

    @BeforeEach
    void start() {
        server = TestServer.start(directory);
        server.createDatabase("shop");
    }

    private void restart(ServerSettings.Builder settings) {
        server.close();
        server = TestServer.start(settings);
    }

    @AfterEach
    void stop() throws Exception {
        for (BulkStream stream : streams) {
            stream.close();
        }
        threads.shutdownNow();
        server.close();
    }

    private BulkStream open(long id) throws Exception {
        return from("127.0.0.1", id);
    }

    private BulkStream from(String address, long id) throws Exception {
        BulkStream stream = BulkStream.from(address, server, "id=" + id);
        streams.add(stream);
        return stream;
    }

    private static String put(String id) {
        return "{\"Id\":\"" + id + "\",\"Type\":\"PUT\",\"Document\":{}}";
    }

    private static String large(String id, String document) {
        return put(id).replace("\"Document\":{}", "\"Document\":" + document);
    }

    private static String things(int count) {
        StringBuilder commands = new StringBuilder();
        for (int i = 0; i < count; i++) {
            commands.append(i > 0 ? "," : "").append(put("things/" + i));
        }
        return commands.toString();
    }

    private String status(long id) {
        Answer answer = server.get(DB + "/operations/state?id=" + id);
        return answer.status() == 200 ? answer.text("Status") : "";
    }

    private double memoryInUse() {
        String metrics = new String(server.get("/metrics").response().body(), UTF_8);
        return metrics.lines()
                .filter(line -> line.startsWith("mintmark_http_memory_bytes "))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.indexOf(' ') + 1)))
                .sum();
    }

    private static void await(String what, BooleanSupplier condition) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("waiting until %s", what).isLessThan(deadline);
            Thread.sleep(10);
        }
    }

    @Test
    void shouldLeavePlacesForOtherAddresses() throws Exception {
        for (int i = 0; i < 64; i++) {
            int id = 100 + i;
            open(id).send("[{\"Type\":\"HeartBeat\"}");
            await("it began", () -> status(id).equals("InProgress"));
        }

        Wire.Answer refused = open(200).send("[]").answer();
        Wire.Answer other = from("127.0.0.2", 300).finish("[]").answer();

        assertThat(refused.status()).isEqualTo(503);
        assertThat(refused.headers()).containsEntry("Retry-After", "1");
        assertThat(refused.body())
                .contains("At most 128 bulk inserts")
                .contains("begin this one when another has ended");
        assertThat(other.status()).isEqualTo(201);
        assertThat(streams.get(0).finish("]").answer().status()).isEqualTo(201);
        assertThat(open(201).finish("[]").answer().status()).isEqualTo(201);
    }

    @Test
    void shouldNotHoldMoreMemoryThanThereIsForAll() throws Exception {
        Limits.Sizes sizes = new Limits.Sizes(8 << 10, 32 << 10, 64 << 10, 4 << 20, 128, 256, 128);
        restart(ServerSettings.builder(directory)
                .limits(Limits.DEFAULT.with(sizes).withMemoryBytes(1 << 20)));
        BulkStream stream = open(5);
        stream.send("[" + things(10) + ",{\"Id\":\"large\",\"Type\":\"PUT\",\"Document\":{\"a\":\"");
        for (int i = 0; i < 20; i++) {
            stream.send("x".repeat(16 << 10));
        }

        Wire.Answer answer = stream.answer();

        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.headers()).containsEntry("Retry-After", "1");
        assertThat(answer.body()).contains("limit-memory=1048576").contains("Stored before that: 10 documents");
        assertThat(server.get(DB + "/docs?id=things/9").status()).isEqualTo(200);
        assertThat(status(5)).isEqualTo("Faulted");
        stream.close();
        await("all memory is given back", () -> memoryInUse() == 0);
        assertThat(open(6).finish("[" + things(3_000) + "]").answer().status()).isEqualTo(201);
    }

    @Test
    void shouldTakeAsMuchMemoryAsItsCommandsNeedAndGiveItBack() throws Exception {
        BulkStream stream = open(5);
        stream.send("[{\"Id\":\"large\",\"Type\":\"PUT\",\"Document\":{\"a\":\"" + "x".repeat(5 << 20));
        await("that is counted", () -> memoryInUse() > 5 << 20);

        stream.send("\"}}");

        await("it is forgotten", () -> memoryInUse() < 1 << 20);
        assertThat(stream.finish("]").answer().status()).isEqualTo(201);
        await("all is given back", () -> memoryInUse() == 0);
    }

    @Test
    void shouldWaitForRoomBeforeTheWriterUntilThereIsSomeOrItIsStopped() throws Exception {
        restart(ServerSettings.builder(directory)
                .limits(Limits.DEFAULT
                        .with(new Limits.Requests(256, 2_048, Duration.ofMillis(100)))
                        .with(new Limits.Writes(1, 64 << 20))));
        assertThat(write("first").status()).as("the database is open").isEqualTo(201);
        List<CompletableFuture<Answer>> puts = new ArrayList<>();
        try (HeldUpWriter writer = HeldUpWriter.of(directory.resolve("database-1.sqlite"))) {
            fillTheQueue(puts);
            BulkStream waiting = open(5).send("[" + things(3));
            BulkStream killed = open(6).send("[" + put("killed"));
            await(
                    "both began",
                    () -> status(5).equals("InProgress") && status(6).equals("InProgress"));
            for (int i = 0; i < 5; i++) {
                assertThat(write("refused").status()).as("still no room").isEqualTo(503);
            }
            assertThat(status(5)).isEqualTo("InProgress");

            server.post(DB + "/operations/kill?id=6", "");
            assertThat(killed.answer().body()).contains("Operation 6 was killed");
            assertThat(status(6)).isEqualTo("Canceled");

            writer.letGo();
            assertThat(waiting.finish("]").answer().status()).isEqualTo(201);
        }
        for (CompletableFuture<Answer> put : puts) {
            assertThat(put.get(20, TimeUnit.SECONDS).status()).isEqualTo(201);
        }
        assertThat(server.get(DB + "/docs?id=things/2").status()).isEqualTo(200);
        assertThat(server.get(DB + "/docs?id=killed").status()).isEqualTo(404);
        assertThat(server.get(DB + "/docs?id=refused").status()).isEqualTo(404);
    }

    @Test
    void shouldMakeTheSenderWaitWhileTheWriterIsHeldUp() throws Exception {
        int documents = 96;
        String megabyte = "{\"a\":\"" + "x".repeat(1 << 20) + "\"}";
        try (HeldUpWriter writer = HeldUpWriter.of(directory.resolve("database-1.sqlite"));
                BulkStream stream = open(5)) {
            AtomicInteger sent = new AtomicInteger();
            CompletableFuture<Void> sending = CompletableFuture.runAsync(() -> {
                try {
                    stream.send("[" + large("large/0", "{}"));
                    while (sent.incrementAndGet() < documents) {
                        stream.send("," + large("large/" + sent.get(), megabyte));
                    }
                    stream.finish("]");
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            Thread.sleep(3_000);

            // Two groups of a megabyte, the command after them, and what the sockets hold.
            assertThat(sent.get()).isLessThan(documents / 2);
            assertThat(sending).isNotDone();
            writer.letGo();

            sending.get(60, TimeUnit.SECONDS);
            assertThat(stream.answer().status()).isEqualTo(201);
            assertThat(server.get(DB + "/stats").json().get("CountOfDocuments").asInt())
                    .isEqualTo(documents);
        }
    }

    private Answer write(String id) {
        return server.put(DB + "/docs?id=" + id, "{}");
    }

    /** What is taken waits for its answer; the first that is refused shows that there is no more room. */
    private void fillTheQueue(List<CompletableFuture<Answer>> taken) throws Exception {
        while (true) {
            String id = "taken/" + taken.size();
            CompletableFuture<Answer> put = CompletableFuture.supplyAsync(() -> write(id), threads);
            try {
                Answer refused = put.get(700, TimeUnit.MILLISECONDS);
                assertThat(refused.status()).isEqualTo(503);
                assertThat(refused.text("Message")).contains("More is waiting to be written");
                return;
            } catch (TimeoutException e) {
                taken.add(put);
            }
        }
    }
}
