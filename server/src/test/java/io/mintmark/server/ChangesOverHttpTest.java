package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.mintmark.server.ChangesSocket.End;
import io.mintmark.server.TestServer.Answer;
import io.mintmark.support.Eventually;
import io.mintmark.support.limits.Limits;
import io.mintmark.testkit.Effort;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What those who watch a database hear, and what they do not. */
class ChangesOverHttpTest extends OverHttp {
    private ChangesSocket open() {
        return ChangesSocket.open(server.url(), "shop");
    }

    private void store(String id, String collection) {
        put(id, Bodies.in(collection)).expect(201);
    }

    @Test
    void shouldTellWhatBecameOfADocument() {
        try (ChangesSocket socket = open().command("watch-doc", "USERS/1")) {
            Answer stored = put("users/1", Bodies.in("Users"));
            delete("Users/1");

            JsonNode put = socket.next().path("Value");
            assertThat(put.path("Type").asText()).isEqualTo("Put");
            assertThat(put.path("Id").asText()).isEqualTo("users/1");
            assertThat(put.path("CollectionName").asText()).isEqualTo("Users");
            assertThat(put.path("ChangeVector").asText()).isEqualTo(stored.text("ChangeVector"));
            JsonNode delete = socket.next().path("Value");
            assertThat(delete.path("Type").asText()).isEqualTo("Delete");
            assertThat(delete.path("Id").asText()).isEqualTo("Users/1");
            assertThat(delete.path("CollectionName").asText()).isEqualTo("Users");
            assertThat(delete.path("ChangeVector").asText()).startsWith("A:2-");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "watch-doc, users/1, Put users/1",
        "watch-prefix, USERS/, Put users/1;Put users/2",
        "watch-collection, users, Put users/1;Put orders/9",
        "watch-docs, , Put users/1;Put users/2;Put orders/9;Put other/1",
    })
    void shouldTellWhatIsWatchedAndNothingElse(String command, String param, String told) {
        try (ChangesSocket socket = open().command(command, param)) {
            store("users/1", "Users");
            store("users/2", "Folk");
            store("orders/9", "Users");
            store("other/1", "Others");

            List<String> expected = List.of(told.split(";"));
            assertThat(socket.changes(expected.size())).isEqualTo(expected);
            socket.command("un" + command, param);
            store("users/1", "Users");
            store("other/1", "Others");
            socket.assertNothingElseCame(server, "shop");
        }
    }

    @Test
    void shouldTellOnceWhatIsWatchedInSeveralWays() {
        try (ChangesSocket socket = open().command("watch-doc", "users/1")
                .command("watch-doc", "users/1")
                .command("watch-prefix", "use")
                .command("watch-prefix", "users/")
                .command("watch-docs", null)) {
            put("users/1", "{}");

            assertThat(socket.changes(1)).containsExactly("Put users/1");
            socket.assertNothingElseCame(server, "shop");
        }
    }

    @Test
    void shouldTellNothingOfARefusedBatch() {
        try (ChangesSocket socket = open().command("watch-docs", null)) {
            server.batch(
                            "shop",
                            Bodies.put("users/1", "{}"),
                            Bodies.put("Raven/Hilo/orders", "{\"Max\":64}"),
                            Bodies.put("users/2", "{}").replace("\"Type\"", "\"ChangeVector\":\"A:9-x\",\"Type\""))
                    .expect(409);
            put("users/3", "{}");

            assertThat(socket.changes(1)).containsExactly("Put users/3");
        }
    }

    @Test
    void shouldTellOfEverythingThatWritesDocuments() {
        try (ChangesSocket socket = open().command("watch-docs", null)) {
            server.batch(
                            "shop",
                            Bodies.put("a/1", "{}"),
                            Bodies.put("b|", "{}"),
                            Bodies.delete("a/1"),
                            Bodies.delete("none"))
                    .expect(201);
            assertThat(socket.changes(3)).containsExactly("Put a/1", "Put b/1", "Delete a/1");

            long operation = server.get(DB + "/operations/next-operation-id").number("Id");
            String inserted = "[" + Bodies.put("c/1", "{}") + "]";
            server.post(DB + "/bulk_insert?id=" + operation, inserted).expect(201);
            assertThat(socket.changes(1)).containsExactly("Put c/1");

            next("tag=orders").expect(201);
            JsonNode counter = socket.next().path("Value");
            assertThat(counter.path("Id").asText()).isEqualTo("Raven/Hilo/orders");
            assertThat(counter.path("CollectionName").asText()).isEqualTo("@hilo");
            delete("Raven/Hilo/orders");
            assertThat(socket.changes(1)).containsExactly("Delete Raven/Hilo/orders");
        }
    }

    @Test
    void shouldTellWritesInTheOrderOfTheirCommits() {
        int writers = 8;
        int each = 100;
        try (ChangesSocket socket = open().command("watch-docs", null)) {
            Stream<CompletableFuture<Void>> running = IntStream.range(0, writers)
                    .mapToObj(writer -> CompletableFuture.runAsync(
                            () -> IntStream.range(0, each).forEach(i -> put("w" + writer + "/" + i, "{}"))))
                    .toList()
                    .stream();
            List<Long> etags = new ArrayList<>();
            List<String> ids = new ArrayList<>();
            for (int i = 0; i < writers * each; i++) {
                JsonNode change = socket.next().path("Value");
                String vector = change.path("ChangeVector").asText();
                etags.add(Long.parseLong(vector.substring(2, vector.indexOf('-'))));
                ids.add(change.path("Id").asText());
            }
            running.forEach(CompletableFuture::join);

            assertThat(etags).isSorted().doesNotHaveDuplicates();
            assertThat(ids).doesNotHaveDuplicates();
        }
    }

    @Test
    void shouldMissNoWriteThatBeginsAfterTheConfirmation() {
        CompletableFuture<Void> busy =
                CompletableFuture.runAsync(() -> IntStream.range(0, 400).forEach(i -> put("busy/" + i, "{}")));
        for (int i = 0; i < 40; i++) {
            String id = "users/" + i;
            try (ChangesSocket socket = open().command("watch-doc", id)) {
                put(id, "{}");
                assertThat(socket.changes(1)).containsExactly("Put " + id);
            }
        }
        busy.join();
    }

    /** A client reads after the confirmation: whatever is committed later must be told, whenever it began. */
    @Test
    void shouldMissNoWriteThatIsCommittedAfterTheConfirmation() throws Exception {
        int writes = Effort.of("writes that are under way when a watch begins", 5, 12, 12);
        int underWay = 0;
        for (int i = 0; i < writes; i++) {
            String id = "first/" + i;
            CompletableFuture<Answer> writing = CompletableFuture.supplyAsync(() -> storeMany(id, 15_000));
            Eventually.pass(480L * i / writes);
            try (ChangesSocket socket = open().command("watch-doc", id)) {
                // The reply may be under way although the commit is made; what a client reads tells.
                if (server.get(DB + "/docs?id=" + id).status() == 404) {
                    underWay++;
                    assertThat(socket.changes(1)).containsExactly("Put " + id);
                }
                writing.join().expect(201);
            }
        }
        assertThat(underWay).as("how often the write was under way").isPositive();
    }

    private Answer storeMany(String first, int others) {
        Stream<String> commands =
                IntStream.rangeClosed(0, others).mapToObj(i -> Bodies.put(i == 0 ? first : "many/" + i, "{}"));
        return server.post(DB + "/bulk_docs", Bodies.batch(commands));
    }

    @ParameterizedTest
    @ValueSource(strings = {"watch-doc", "watch-prefix", "unwatch-collection"})
    void shouldRefuseAWatchOfHalfACharacterAndGoOn(String command) {
        try (ChangesSocket socket = open().command("watch-docs", null)) {
            socket.sendRaw("{\"CommandId\":7,\"Command\":\"" + command + "\",\"Param\":\"a\\ud83d\"}");
            JsonNode refusal = socket.next();
            assertThat(refusal.path("CommandId").asLong()).isEqualTo(7);
            assertThat(refusal.path("Exception").asText())
                    .startsWith("System.ArgumentException: " + command)
                    .contains("surrogate");

            socket.sendRaw("{\"CommandId\":8,\"Command\":\"watch-\\ude00\\u202e\"}");
            assertThat(socket.next().path("Exception").asText()).contains("There is no command 'watch-??'");
            put("users/1", "{}");
            assertThat(socket.changes(1)).containsExactly("Put users/1");
        }
    }

    @Test
    void shouldCountRefusedHandshakesLikeRequests() {
        HttpResponse<?> refused = ChangesSocket.refusal(server.url(), "nowhere");
        assertThat(refused.statusCode()).isEqualTo(503);

        String metrics = server.metrics();
        assertThat(metrics)
                .containsPattern("mintmark_http_refused_total\\{method=\"GET\",route=\"[^\"]*/changes\"} [1-9]")
                .containsPattern(
                        "mintmark_http_requests_seconds_count\\{method=\"GET\",route=\"[^\"]*/changes\"} [1-9]");
    }

    @Test
    void shouldTellCachesOnceThatSomethingChanged() {
        try (ChangesSocket socket = open()) {
            long id = socket.send("watch-aggressive-caching", null);
            assertThat(socket.next().path("Type").asText())
                    .as("what was cached before may be stale")
                    .isEqualTo("AggressiveCacheChange");
            assertThat(socket.next().path("CommandId").asLong()).isEqualTo(id);

            put("users/1", "{}");
            assertThat(socket.next().path("Type").asText()).isEqualTo("AggressiveCacheChange");
            socket.command("unwatch-aggressive-caching", null);
            put("users/1", "{}");
            socket.assertNothingElseCame(server, "shop");
        }
    }

    @ParameterizedTest
    @CsvSource({"watch-indexes,", "watch-index, Users/ByName", "watch-topology-change, ''"})
    void shouldConfirmWhatNeverChangesHere(String command, String param) {
        try (ChangesSocket socket = open().command(command, param).command("un" + command, param)) {
            socket.assertNothingElseCame(server, "shop");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "watch-counters, Counters are not supported by this server",
        "watch-counter, Counters are not supported by this server",
        "watch-document-counters, Counters are not supported by this server",
        "watch-document-counter, Counters are not supported by this server",
        "watch-all-timeseries, Time series are not supported by this server",
        "watch-timeseries, Time series are not supported by this server",
        "watch-document-timeseries, Time series are not supported by this server",
        "watch-all-document-timeseries, Time series are not supported by this server",
        "watch-tides, There is no command",
        "'', There is no command",
    })
    void shouldRefuseByNameWhatItNeverTells(String command, String why) {
        try (ChangesSocket socket = open()) {
            long id = socket.send(command, "users/1");

            JsonNode refusal = socket.next();
            assertThat(refusal.path("Type").asText()).isEqualTo("Error");
            assertThat(refusal.path("CommandId").asLong()).isEqualTo(id);
            assertThat(refusal.path("Exception").asText())
                    .startsWith("System.NotSupportedException: ")
                    .contains(why);
            socket.assertNothingElseCame(server, "shop");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a-name-of-513-bytes"})
    void shouldRefuseAWatchThatNamesNothingSensible(String param) {
        try (ChangesSocket socket = open()) {
            socket.send("watch-doc", param.isEmpty() ? "" : "a".repeat(513));

            assertThat(socket.next().path("Exception").asText())
                    .startsWith("System.ArgumentException: watch-doc must name what it is about in 1 to 512 bytes");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"users/1", "", "1.0", "9223372036854775808", "12a"})
    void shouldRefuseAWatchOfAnOperationThatIsNoNumber(String param) {
        try (ChangesSocket socket = open()) {
            for (String command : List.of("watch-operation", "unwatch-operation")) {
                socket.send(command, param);

                assertThat(socket.next().path("Exception").asText())
                        .startsWith("System.ArgumentException: " + command + " must name an operation by its number")
                        .contains("'" + param + "'");
            }
        }
    }

    @Test
    void shouldBoundTheWatchesOfOneConnection() {
        try (ChangesSocket socket = open()) {
            for (int i = 0; i < 1_024; i++) {
                socket.command(i % 2 == 0 ? "watch-doc" : "watch-prefix", "users/" + i);
            }
            socket.send("watch-collection", "Users");
            assertThat(socket.next().path("Exception").asText()).contains("must not name more than 1024");

            socket.command("watch-doc", "users/0")
                    .command("unwatch-doc", "users/0")
                    .command("watch-collection", "Users");
            store("a/1", "Users");
            store("users/1/sub", "Folk");
            assertThat(socket.changes(2)).containsExactly("Put a/1", "Put users/1/sub");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            value = {
                "no JSON # A command must be a JSON object",
                "[] # A command must be a JSON object",
                "{\"Command\":\"watch-docs\"} # A command must be given a CommandId",
                "{\"CommandId\":1.5,\"Command\":\"watch-docs\"} # A command must be given a CommandId",
                "{\"CommandId\":1} # A command must be given a Command",
                "{\"CommandId\":1,\"Command\":\"watch-doc\",\"Param\":7} # A command must be given a Param",
            })
    void shouldEndAConnectionWhoseCommandsMakeNoSense(String message, String why) {
        try (ChangesSocket socket = open()) {
            socket.sendRaw(message);

            End end = socket.end();
            assertThat(end.code()).isEqualTo(1008);
            assertThat(end.reason()).startsWith(why);
        }
    }

    @Test
    void shouldEndAConnectionThatSendsMoreThanACommand() {
        try (ChangesSocket large = open();
                ChangesSocket pieces = open();
                ChangesSocket binary = open()) {
            large.sendRaw(" ".repeat(9 << 10));
            assertThat(large.end()).isEqualTo(new End(1009, "A command must not exceed 8192 bytes."));

            for (int i = 0; i < 9; i++) {
                pieces.raw().sendText(" ".repeat(1 << 10), i == 8).join();
            }
            assertThat(pieces.end().code()).isEqualTo(1009);

            WebSocket raw = binary.raw();
            raw.sendBinary(ByteBuffer.allocate(3), true).join();
            assertThat(binary.end()).isEqualTo(new End(1003, "A command must be a text, not binary."));
        }
    }

    @Test
    void shouldReadACommandThatComesInPieces() {
        try (ChangesSocket socket = open()) {
            socket.raw().sendText("{\"CommandId\":7,\"Comm", false).join();
            socket.raw().sendText("and\":\"watch-docs\"}", true).join();

            assertThat(socket.next().toString()).isEqualTo("{\"CommandId\":7,\"Type\":\"Confirm\"}");
        }
    }

    @Test
    void shouldTellHowFarAnOperationIs() {
        long id = server.get(DB + "/operations/next-operation-id").number("Id");
        try (ChangesSocket socket = open().command("watch-operation", "0" + id)) {
            server.post(DB + "/bulk_insert?id=" + (id + 1), "[]");
            server.post(DB + "/bulk_insert?id=" + id, "[{\"Type\":\"PUT\",\"Id\":\"c/1\",\"Document\":{}}]");

            JsonNode change = socket.next();
            while (!change.path("Value").path("State").path("Status").asText().equals("Completed")) {
                assertThat(change.path("Type").asText()).isEqualTo("OperationStatusChange");
                assertThat(change.path("Value").path("OperationId").asLong()).isEqualTo(id);
                change = socket.next();
            }
            assertThat(change.path("Value")
                            .path("State")
                            .path("Result")
                            .path("DocumentsProcessed")
                            .asLong())
                    .isEqualTo(1);
            socket.command("unwatch-operation", Long.toString(id));
        }
    }

    @Test
    void shouldSayThatTheDatabaseIsGone() {
        try (ChangesSocket socket = open().command("watch-docs", null)) {
            server.delete("/admin/databases", "{\"HardDelete\":true,\"DatabaseNames\":[\"shop\"]}");

            assertThat(socket.end()).isEqualTo(new End(1001, "Database 'shop' is being deleted."));
        }
        HttpResponse<?> gone = ChangesSocket.refusal(server.url(), "shop");
        assertThat(gone.statusCode()).isEqualTo(503);
        assertThat(gone.headers().firstValue("Database-Missing")).contains("shop");
    }

    /** What was told stays told, in the order of the writes; the end is the last that is sent, and says why. */
    @Test
    void shouldSayThatTheServerStops() {
        restart(ServerSettings.builder(shared));
        try (ChangesSocket socket = open().command("watch-docs", null)) {
            put("users/1", "{}");
            put("users/2", "{}");
            assertThat(socket.changes(2)).containsExactly("Put users/1", "Put users/2");

            restart(ServerSettings.builder(shared));

            assertThat(socket.end()).isEqualTo(new End(1001, "The server is shutting down."));
            assertThat(socket.isEmpty()).as("nothing but the end was sent").isTrue();
            put("users/3", "{}");
            assertThat(socket.isEmpty()).as("nothing comes behind the end").isTrue();
        }
    }

    @Test
    void shouldKeepDatabasesApart() {
        server.createDatabase("other");
        try (ChangesSocket socket = open().command("watch-docs", null)) {
            server.put("/databases/other/docs?id=users/1", "{}");

            socket.assertNothingElseCame(server, "shop");
        }
    }

    @Test
    void shouldCountWhoWatches() {
        try (ChangesSocket one = open();
                ChangesSocket two = open()) {
            one.command("watch-docs", null);
            two.command("watch-docs", null);

            assertThat(server.metrics()).contains("mintmark_changes_connections 2.0");
        }
    }

    @Test
    void shouldRefuseARequestThatIsNoHandshake() {
        Answer plain = server.get(DB + "/changes");

        plain.expect(400);
        assertThat(plain.text("Message")).contains("is answered on a WebSocket").contains("A proxy");
    }

    @Test
    void shouldTellTheNextWriteOfADatabaseThatWasClosedForIdleness() throws Exception {
        Duration idle = Duration.ofMillis(200);
        restart(ServerSettings.builder(shared).limits(Limits.DEFAULT.with(new Limits.Databases(3, idle))));
        try (ChangesSocket socket = open().command("watch-docs", null)) {
            put("users/1", "{}");
            assertThat(socket.changes(1)).containsExactly("Put users/1");
            Eventually.until(() -> server.metrics().contains("mintmark_databases_open 0.0"));

            put("users/2", "{}");

            assertThat(socket.changes(1)).containsExactly("Put users/2");
        }
    }

    private static List<String> documented(Predicate<String> meaning) throws IOException {
        String page = Files.readString(Path.of("..", "docs", "http.md"));
        return Pattern.compile("(?m)^\\| (`watch-[^|]*) \\| ([^|]*) \\|$")
                .matcher(page)
                .results()
                .filter(row -> meaning.test(row.group(2)))
                .flatMap(row ->
                        Pattern.compile("`([a-z-]+)`").matcher(row.group(1)).results())
                .map(command -> command.group(1))
                .toList();
    }

    static List<String> refused() throws IOException {
        return documented("refused"::equals);
    }

    static List<String> watched() throws IOException {
        return documented(meaning -> !meaning.equals("refused"));
    }

    @ParameterizedTest
    @MethodSource("watched")
    void shouldConfirmWhatThePageSaysIsWatched(String command) {
        try (ChangesSocket socket = open()) {
            String param = command.equals("watch-operation") ? "7" : "users/1";
            socket.command(command, param).command("un" + command, param);

            assertThat(socket.isEmpty()).as("nothing but what confirms it").isTrue();
        }
    }

    @ParameterizedTest
    @MethodSource("refused")
    void shouldRefuseWhatThePageSaysIsRefused(String command) {
        try (ChangesSocket socket = open()) {
            for (String each : List.of(command, "un" + command)) {
                socket.send(each, "users/1");
                assertThat(socket.next().path("Exception").asText()).contains("are not supported by this server");
            }
        }
    }
}
