package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.server.TestServer.Answer;
import io.mintmark.support.Eventually;
import io.mintmark.support.Opened;
import io.mintmark.support.limits.Limits;
import io.mintmark.web.jetty.Wire;
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
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Bulk inserts beside others: their places, their memory, and how they wait when there is too much to write. */
@Timeout(120)
class BulkInsertSharesTest {
    private static final String DB = "/databases/shop";

    @AutoClose("shutdownNow")
    private final ExecutorService threads = Executors.newCachedThreadPool();

    @AutoClose
    private final Opened opened = new Opened();

    @TempDir
    private Path directory;

    @AutoClose
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

    private BulkStream open(long id) throws Exception {
        return from("127.0.0.1", id);
    }

    private BulkStream from(String address, long id) throws Exception {
        return opened.add(BulkStream.from(address, server, "id=" + id));
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
        return server.metric("mintmark_http_memory_bytes");
    }

    @Test
    void shouldLeavePlacesForOtherAddresses() throws Exception {
        List<BulkStream> streams = new ArrayList<>();
        for (int i = 0; i < 64; i++) {
            int id = 100 + i;
            streams.add(open(id).send("[{\"Type\":\"HeartBeat\"}"));
            Eventually.until("it began", () -> status(id).equals("InProgress"));
        }

        Wire.Answer refused = open(200).send("[]").answer();
        Wire.Answer other = from("127.0.0.2", 300).finish("[]").answer();

        refused.expect(503);
        assertThat(refused.headers()).containsEntry("Retry-After", "1");
        assertThat(refused.body())
                .contains("At most 128 bulk inserts")
                .contains("begin this one when another has ended");
        other.expect(201);
        streams.get(0).finish("]").answer().expect(201);
        open(201).finish("[]").answer().expect(201);
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

        answer.expect(503);
        assertThat(answer.headers()).containsEntry("Retry-After", "1");
        assertThat(answer.body()).contains("limit-memory=1048576").contains("Stored before that: 10 documents");
        server.get(DB + "/docs?id=things/9").expect(200);
        assertThat(status(5)).isEqualTo("Faulted");
        stream.close();
        Eventually.until("all memory is given back", () -> memoryInUse() == 0);
        open(6).finish("[" + things(3_000) + "]").answer().expect(201);
    }

    @Test
    void shouldTakeAsMuchMemoryAsItsCommandsNeedAndGiveItBack() throws Exception {
        BulkStream stream = open(5);
        stream.send("[{\"Id\":\"large\",\"Type\":\"PUT\",\"Document\":{\"a\":\"" + "x".repeat(5 << 20));
        Eventually.until("that is counted", () -> memoryInUse() > 5 << 20);

        stream.send("\"}}");

        Eventually.until("it is forgotten", () -> memoryInUse() < 1 << 20);
        stream.finish("]").answer().expect(201);
        Eventually.until("all is given back", () -> memoryInUse() == 0);
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
            Eventually.until(
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
            waiting.finish("]").answer().expect(201);
        }
        for (CompletableFuture<Answer> put : puts) {
            put.get(20, TimeUnit.SECONDS).expect(201);
        }
        server.get(DB + "/docs?id=things/2").expect(200);
        server.get(DB + "/docs?id=killed").expect(404);
        server.get(DB + "/docs?id=refused").expect(404);
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
            // Two groups of a megabyte, the command after them, and what the sockets hold.
            Eventually.stays(Duration.ofSeconds(3), () -> sent.get() < documents / 2 && !sending.isDone());
            writer.letGo();

            sending.get(60, TimeUnit.SECONDS);
            stream.answer().expect(201);
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
                Answer refused = put.get(700, TimeUnit.MILLISECONDS).expect(503);
                assertThat(refused.text("Message")).contains("More is waiting to be written");
                return;
            } catch (TimeoutException e) {
                taken.add(put);
            }
        }
    }
}
