package io.mintmark.server;

import static io.mintmark.server.TestServer.encoded;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.mintmark.server.TestServer.Answer;
import io.mintmark.support.Eventually;
import io.mintmark.support.limits.Limits;
import io.mintmark.web.jetty.Wire;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Bulk inserts byte by byte, and what becomes of their operations. */
class BulkInsertTest extends OverHttp {
    private static final int DOCUMENT_BYTES_MAX = 100_000;

    @Override
    ServerSettings.Builder settings(Path directory) {
        Limits.Sizes sizes = new Limits.Sizes(8 << 10, 32 << 10, 4 << 20, DOCUMENT_BYTES_MAX, 128, 256, 128);
        return super.settings(directory).limits(Limits.DEFAULT.with(sizes));
    }

    private static String things(int from, int to) {
        return IntStream.range(from, to)
                .mapToObj(i -> (i > 0 ? "," : "") + Bodies.put("things/" + i, "{\"n\":" + i + "}"))
                .collect(Collectors.joining());
    }

    private Answer get(String id) {
        return server.get(DB + "/docs?id=" + encoded(id));
    }

    private boolean isThere(String id) {
        return get(id).status() == 200;
    }

    private JsonNode state(long id) {
        return server.get(DB + "/operations/state?id=" + id).json();
    }

    private String status(long id) {
        return state(id).path("Status").asText();
    }

    private long nextId() {
        return server.get(DB + "/operations/next-operation-id").json().get("Id").asLong();
    }

    @Test
    void shouldAnswerAtTheClosingBracketAlthoughTheBodyNeverEnds() throws Exception {
        long id = nextId();
        try (BulkStream stream = BulkStream.open(server, "id=" + id)) {
            Wire.Answer answer = stream.send("[" + things(0, 2))
                    .sendOpenEnded("," + Bodies.put("things/2", "{}") + "]")
                    .answer();

            answer.expect(201);
            assertThat(answer.headers()).containsEntry("Content-Length", "0").containsEntry("Connection", "close");
            assertThat(ids("things/")).containsExactly("things/0", "things/1", "things/2");
            assertThat(status(id)).isEqualTo("Completed");
            assertThat(stream.isClosedByServer()).isTrue();
        }
    }

    @Test
    void shouldTakeTheNextOnTheSameConnectionWhereTheBodyEnds() throws Exception {
        try (BulkStream stream = BulkStream.open(server, "id=1")) {
            Wire.Answer first = stream.finish("[" + things(0, 5) + "]").answer();
            Wire.Answer second = stream.begin("id=2").finish("[]").answer();

            first.expect(201);
            assertThat(first.headers()).doesNotContainKey("Connection");
            second.expect(201);
            assertThat(state(2).at("/Result/Total").asInt(-1)).isZero();
        }
    }

    @Test
    void shouldStoreWhatArrivedWhileTheSenderIsSilentInMidCommand() throws Exception {
        try (BulkStream stream = BulkStream.open(server, "id=7")) {
            stream.send("[" + things(0, 3) + ",{\"Id\":\"things/3\",\"Type\":\"PUT\",\"Docu");

            Eventually.until("three are stored", () -> isThere("things/2"));

            assertThat(ids("things/")).hasSize(3);
            Eventually.until(
                    "that is told",
                    () -> state(7).at("/Progress/DocumentsProcessed").asInt() == 3);
            JsonNode state = state(7);
            assertThat(state.path("Status").asText()).isEqualTo("InProgress");
            assertThat(state.at("/Progress/$type").asText())
                    .startsWith("Raven.Client.Documents.Operations.BulkInsertProgress");
            assertThat(state.at("/Progress/LastProcessedId").asText()).isEqualTo("things/2");
            stream.finish("ment\":{}}]");
            stream.answer().expect(201);
            assertThat(isThere("things/3")).isTrue();
        }
    }

    @Test
    void shouldMakeIdsByAllStrategies() throws Exception {
        try (BulkStream stream = BulkStream.open(server, "id=1")) {
            String noId = "{\"Type\":\"PUT\",\"Document\":{\"how\":\"no id\"}}";
            stream.send("["
                    + String.join(
                            ",",
                            Bodies.put("users/ada", Bodies.in("Users")),
                            Bodies.put("users/", "{}"),
                            Bodies.put("users/", "{}"),
                            Bodies.put("users|", "{}"),
                            Bodies.put("users|", "{}"),
                            Bodies.put("", "{\"how\":\"empty\"}"),
                            noId,
                            Bodies.put("users/1-A", "{}"))
                    + "]");
            stream.end().answer().expect(201);
        }

        assertThat(ids("users/"))
                .containsExactlyInAnyOrder(
                        "users/ada",
                        "users/0000000000000000002-A",
                        "users/0000000000000000003-A",
                        "users/1",
                        "users/2",
                        "users/1-A");
        List<String> guids = new ArrayList<>(ids(""));
        guids.removeIf(id -> id.startsWith("users/"));
        assertThat(guids).hasSize(2).allMatch(id -> id.matches("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"));
        assertThat(server.get(DB + "/collections/stats")
                        .at("/Collections/Users")
                        .asInt())
                .isEqualTo(1);
    }

    @Test
    void shouldTreatADocumentAsABatchDoes() throws Exception {
        String document = "{\"price\":1.50,\"@metadata\":{\"@collection\":\"Orders\",\"mine\":[1],\"@id\":\"other/1\","
                + "\"@change-vector\":\"A:9-x\",\"@flags\":\"x\"},\"text\":\"ü😀\"}";
        try (BulkStream stream = BulkStream.open(server, "id=1")) {
            stream.send("[" + Bodies.put("orders/1", document) + "," + Bodies.put("Raven/Hilo/orders", "{\"Max\":64}")
                    + "]");
            stream.end().answer().expect(201);
        }
        server.post(
                DB + "/bulk_docs",
                Bodies.batch(Bodies.put("orders/2", document).replace("\"Type\"", "\"ChangeVector\":null,\"Type\"")));

        String stored = new String(get("orders/1").response().body(), UTF_8);
        String batched = new String(get("orders/2").response().body(), UTF_8);
        assertThat(stored).contains("\"price\":1.50").contains("\"mine\":[1]").contains("ü😀");
        assertThat(withoutServersOwn(stored)).isEqualTo(withoutServersOwn(batched));
        assertThat(server.get(DB + "/hilo/next?tag=orders").json().get("Low").asInt())
                .isEqualTo(65);
    }

    private static String withoutServersOwn(String reply) {
        return reply.replaceAll("\"@(change-vector|id|last-modified)\":\"[^\"]*\"", "");
    }

    @Test
    void shouldIgnoreHeartbeats() throws Exception {
        try (BulkStream stream = BulkStream.open(server, "id=1")) {
            stream.send("[{\"Type\":\"HeartBeat\"}," + Bodies.put("things/0", "{}") + ",{\"Type\":\"HeartBeat\"}]");

            stream.end().answer().expect(201);
            assertThat(state(1).at("/Result/DocumentsProcessed").asInt()).isEqualTo(1);
        }
    }

    @Test
    void shouldReadGzip() throws Exception {
        ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(zipped)) {
            gzip.write(("[" + things(0, 3_000) + "]").getBytes(UTF_8));
        }
        try (BulkStream stream = BulkStream.open(server, "id=1", "Content-Encoding: gzip\r\n")) {
            stream.send(zipped.toByteArray()).end().answer().expect(201);
        }
        assertThat(ids("things/")).hasSize(3_000);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 100})
    void shouldReadPiecesOfAnySize(int bytes) throws Exception {
        byte[] body = ("[" + things(0, 20) + "," + Bodies.put("things/ü😀", "{}") + "]").getBytes(UTF_8);
        try (BulkStream stream = BulkStream.open(server, "id=1")) {
            for (int from = 0; from < body.length; from += bytes) {
                stream.send(Arrays.copyOfRange(body, from, Math.min(body.length, from + bytes)));
            }
            stream.end().answer().expect(201);
        }
        assertThat(ids("things/")).hasSize(21);
    }

    static Stream<Arguments> badCommands() {
        String large = "{\"a\":\"" + "x".repeat(DOCUMENT_BYTES_MAX) + "\"}";
        String far = "{\"a\":\"" + "x".repeat(20 * DOCUMENT_BYTES_MAX) + "\"}";
        return Stream.of(
                Arguments.of("{\"Id\":\"x\",,}", "System.IO.InvalidDataException", "not valid JSON"),
                Arguments.of("5", "System.IO.InvalidDataException", "Each command must be a JSON object"),
                Arguments.of(
                        "{\"Id\":\"x\",\"Type\":\"PUT\"}",
                        "System.IO.InvalidDataException",
                        "PUT must have a Document"),
                Arguments.of("{\"Id\":\"x\"}", "System.IO.InvalidDataException", "must have a Type"),
                Arguments.of(
                        "{\"Id\":\"x\",\"Type\":\"DELETE\"}",
                        "System.NotSupportedException",
                        "'DELETE' are not supported"),
                Arguments.of(
                        "{\"Id\":\"x\",\"Type\":\"Counters\",\"Counters\":{}}",
                        "System.NotSupportedException",
                        "'Counters' are not supported"),
                Arguments.of(
                        "{\"Id\":\"x\",\"Type\":\"AttachmentPUT\",\"Name\":\"n\",\"ContentLength\":3}raw",
                        "System.NotSupportedException",
                        "'AttachmentPUT' are not supported"),
                Arguments.of(Bodies.put("x".repeat(600), "{}"), "System.ArgumentException", "512 bytes"),
                Arguments.of(
                        Bodies.put("x", large), "System.ArgumentException", "at most " + DOCUMENT_BYTES_MAX + " bytes"),
                Arguments.of(
                        Bodies.put("x", far), "System.ArgumentException", "at most " + DOCUMENT_BYTES_MAX + " bytes"),
                Arguments.of(
                        Bodies.put("there", Bodies.in("Others")),
                        "Raven.Client.Exceptions.Documents.DocumentCollectionMismatchException",
                        "cannot be put into"),
                Arguments.of(Bodies.put("Raven/Hilo/x", "{}"), "System.IO.InvalidDataException", "Max"));
    }

    @ParameterizedTest
    @MethodSource("badCommands")
    void shouldStoreWhatCameBeforeABadCommandAndTellWhy(String command, String type, String message) throws Exception {
        server.put(DB + "/docs?id=there", Bodies.in("Things"));
        try (BulkStream stream = BulkStream.open(server, "id=5")) {
            stream.send("[" + things(0, 1_500) + ",");
            Wire.Answer answer = stream.send(command + things(2_000, 2_010)).answer();

            answer.expect(400);
            assertThat(answer.body()).contains("\"Type\":\"" + type + "\"").contains(message);
            assertThat(answer.body()).contains("Stored before that: 1500 documents");
            assertThat(answer.headers()).containsEntry("Connection", "close");
        }
        assertThat(ids("things/")).hasSize(1_500).doesNotContain("things/2000");
        JsonNode state = state(5);
        assertThat(state.path("Status").asText()).isEqualTo("Faulted");
        assertThat(state.at("/Result/$type").asText())
                .startsWith("Raven.Client.Documents.Operations.OperationExceptionResult");
        assertThat(state.at("/Result/Type").asText()).isEqualTo(type);
        assertThat(state.at("/Result/Message").asText()).contains(message);
        assertThat(state.at("/Result/Error").asText()).startsWith(type + ": ").contains(message);
        assertThat(state.at("/Result/StatusCode").asInt()).isEqualTo(400);
    }

    @Test
    void shouldRefuseAVersionThatIsNotExpected() throws Exception {
        try (BulkStream stream = BulkStream.open(server, "id=5")) {
            String expecting = Bodies.put("things/0", "{}").replace("\"Type\"", "\"ChangeVector\":\"A:99-x\",\"Type\"");
            Wire.Answer answer = stream.finish("[" + expecting + "]").answer();

            answer.expect(409);
            assertThat(answer.body()).contains("\"ExpectedChangeVector\":\"A:99-x\"");
        }
    }

    @Test
    void shouldRefuseABodyThatEndsBeforeItsArray() throws Exception {
        try (BulkStream stream = BulkStream.open(server, "id=5")) {
            Wire.Answer answer = stream.finish("[" + things(0, 2) + ",{\"Id\":").answer();

            answer.expect(400);
            assertThat(answer.body()).contains("before the closing bracket");
        }
        assertThat(ids("things/")).hasSize(2);
        assertThat(status(5)).isEqualTo("Faulted");
    }

    @Test
    void shouldKeepWhatArrivedWholeFromAClientThatDied() throws Exception {
        try (BulkStream stream = BulkStream.open(server, "id=5")) {
            stream.send("[" + things(0, 2) + ",{\"Id\":\"things/2\",\"Type\":\"PUT\",\"Document\":{\"half");
        }
        Eventually.until("its end is noticed", () -> status(5).equals("Faulted"));

        assertThat(ids("things/")).hasSize(2);
        assertThat(state(5).at("/Result/Message").asText()).contains("could not be read");
    }

    @Test
    void shouldEndAStreamThatIsKilled() throws Exception {
        long id = nextId();
        try (BulkStream stream = BulkStream.open(server, "id=" + id)) {
            stream.send("[" + things(0, 3));
            Eventually.until("three are stored", () -> isThere("things/2"));

            Answer killed = server.post(DB + "/operations/kill?id=" + id, "");

            killed.expect(204);
            Wire.Answer answer = stream.answer().expect(500);
            assertThat(answer.body())
                    .contains("Operation " + id + " was killed", "System.Threading.Tasks.TaskCanceledException");
            assertThat(stream.isClosedByServer()).isTrue();
        }
        assertThat(status(id)).isEqualTo("Canceled");
        assertThat(state(id).path("Result").isNull()).isTrue();
        assertThat(ids("things/")).hasSize(3);
        server.post(DB + "/operations/kill?id=" + id, "").expect(204);
        assertThat(status(id)).isEqualTo("Canceled");
    }

    @Test
    void shouldKillAStreamThatNeverPauses() throws Exception {
        BulkStream stream = BulkStream.open(server, "id=5");
        CompletableFuture<Void> sending = CompletableFuture.runAsync(() -> {
            try {
                stream.send("[" + things(0, 1));
                for (int i = 0; i < 1_000_000; i += 100) {
                    stream.send(things(i + 1, i + 101));
                }
            } catch (IOException e) {
                // Expected: the server closes the connection under it.
            }
        });
        Eventually.until("it goes on", () -> state(5).at("/Progress/Total").asInt() > 1_000);

        server.post(DB + "/operations/kill?id=5", "");

        Eventually.until("it ended", () -> status(5).equals("Canceled"));
        sending.get(30, TimeUnit.SECONDS);
        stream.close();
        int stored = server.get(DB + "/stats").json().get("CountOfDocuments").asInt();
        assertThat(stored).isBetween(1_000, 999_999);
    }

    @Test
    void shouldNeverBeginWhatWasKilledBeforeItArrived() throws Exception {
        long id = nextId();

        server.post(DB + "/operations/kill?id=" + id, "").expect(204);

        assertThat(status(id)).isEqualTo("Canceled");
        try (BulkStream stream = BulkStream.open(server, "id=" + id)) {
            Wire.Answer answer = stream.send("[" + things(0, 1) + "]").answer().expect(500);
            assertThat(answer.body()).contains("was killed");
        }
        assertThat(isThere("things/0")).isFalse();
        assertThat(status(id)).isEqualTo("Canceled");
    }

    @Test
    void shouldTellOfUnknownOperationsWhatClientsExpect() {
        Answer killed = server.post(DB + "/operations/kill?id=12345", "");

        server.get(DB + "/operations/state?id=12345").expect(404);
        killed.expect(400);
        assertThat(killed.text("Type")).isEqualTo("System.ArgumentException");
        server.get(DB + "/operations/state").expect(400);
    }

    @Test
    void shouldNeverGiveANumberTwice() throws Exception {
        Set<Long> ids = new HashSet<>();
        long first = nextId();
        try (BulkStream stream = BulkStream.open(server, "id=" + (first + 2))) {
            stream.send("[").send(things(0, 1));
            Eventually.until(
                    "it began",
                    () -> !state(first + 2).isMissingNode() && status(first + 2).equals("InProgress"));
            server.createDatabase("other");
            for (int i = 0; i < 10; i++) {
                long next = nextId();
                assertThat(next).isNotEqualTo(first + 2);
                assertThat(ids.add(next)).isTrue();
                JsonNode other = server.get("/databases/other/operations/next-operation-id")
                        .json();
                assertThat(ids.add(other.get("Id").asLong())).isTrue();
                assertThat(other.get("NodeTag").asText()).isEqualTo("A");
            }
            server.delete("/admin/databases", "{\"HardDelete\":true,\"DatabaseNames\":[\"other\"]}");
        }
        assertThat(ids).doesNotContain(first);
    }

    @Test
    void shouldRefuseANumberThatIsUnderWay() throws Exception {
        try (BulkStream first = BulkStream.open(server, "id=5");
                BulkStream second = BulkStream.open(server, "id=6")) {
            first.send("[");
            Eventually.until("it began", () -> status(5).equals("InProgress"));

            Wire.Answer refused = second.finish("[]").answer();
            Wire.Answer same = second.begin("id=5").finish("[]").answer();

            refused.expect(201);
            same.expect(400);
            assertThat(same.body()).contains("under way already");
            first.finish("]").answer().expect(201);
        }
    }

    @Test
    void shouldRememberOnlyTheLatestOperations() throws Exception {
        try (BulkStream stream = BulkStream.open(server, "id=1000")) {
            stream.finish("[]").answer().expect(201);
            assertThat(status(1000)).isEqualTo("Completed");
            for (int i = 1; i <= 256; i++) {
                stream.begin("id=" + (1000 + i)).finish("[]").answer().expect(201);
            }
        }
        server.get(DB + "/operations/state?id=1000").expect(404);
        assertThat(status(1001)).isEqualTo("Completed");
        assertThat(server.get(DB + "/operations").json().get("Results")).hasSize(256);
    }

    @Test
    void shouldListOperations() throws Exception {
        try (BulkStream stream = BulkStream.open(server, "id=5")) {
            stream.send("[" + things(0, 1));
            Eventually.until("one is stored", () -> isThere("things/0"));
            JsonNode listed = server.get(DB + "/operations?id=5").at("/Results/0");

            assertThat(listed.path("Id").asInt()).isEqualTo(5);
            assertThat(listed.path("DatabaseName").asText()).isEqualTo("shop");
            assertThat(listed.at("/Description/TaskType").asText()).isEqualTo("BulkInsert");
            assertThat(listed.at("/State/Status").asText()).isEqualTo("InProgress");
            assertThat(server.get(DB + "/operations?id=6").path("Results")).isEmpty();
        }
    }

    @Test
    void shouldKeepTheChangeVectorOfWhatIsThereUnchanged() throws Exception {
        server.put(DB + "/docs?id=things/0", "{\"n\":0}");
        server.put(DB + "/docs?id=things/1", "{\"n\":7}");
        String same = version("things/0");
        String other = version("things/1");
        try (BulkStream stream = BulkStream.open(server, "id=1&skipOverwriteIfUnchanged=true")) {
            stream.finish("[" + things(0, 3) + "]").answer().expect(201);
            assertThat(version("things/0")).isEqualTo(same);
            assertThat(version("things/1")).isNotEqualTo(other);
            assertThat(isThere("things/2")).isTrue();

            stream.begin("id=2&skipOverwriteIfUnchanged=false")
                    .finish("[" + things(0, 1) + "]")
                    .answer();
            assertThat(version("things/0")).isNotEqualTo(same);
        }
    }

    private String version(String id) {
        return get(id).at("/Results/0/@metadata/@change-vector").asText();
    }

    @Test
    void shouldRefuseBeforeItReads() throws Exception {
        try (BulkStream stream = BulkStream.open(server, "noid=1")) {
            Wire.Answer answer = stream.send("[" + things(0, 1)).answer().expect(400);
            assertThat(answer.body()).contains("'id' must have a non-empty value");
        }
        Answer missing =
                server.post("/databases/nowhere/bulk_insert?id=1", "[]").expect(503);
        assertThat(missing.header("Database-Missing")).hasValue("nowhere");
        assertThat(server.get(DB + "/bulk_insert?id=1").text("Message")).contains("This path answers POST");
    }

    @Test
    void shouldEndStreamsOfADatabaseThatIsDeleted() throws Exception {
        try (BulkStream stream = BulkStream.open(server, "id=5")) {
            stream.send("[" + things(0, 1));
            Eventually.until("one is stored", () -> isThere("things/0"));

            server.delete("/admin/databases", "{\"HardDelete\":true,\"DatabaseNames\":[\"shop\"]}");

            assertThat(stream.answer().body()).contains("Database 'shop' is being deleted");
        }
    }

    @Test
    void shouldShutDownAtOnceAlthoughStreamsAreOpen(@TempDir Path directory) throws Exception {
        TestServer own = TestServer.start(stored(super.settings(directory)));
        own.createDatabase("shop");
        try (BulkStream stream = BulkStream.open(own, "id=5")) {
            stream.send("[" + things(0, 10));
            Eventually.until(
                    "ten are stored", () -> own.get(DB + "/docs?id=things/9").status() == 200);

            own.restart();

            assertThat(stream.answer().body()).contains("The server is shutting down");
            own.get(DB + "/docs?id=things/9").expect(200);
            own.get(DB + "/operations/state?id=5").expect(404);
        } finally {
            own.close();
        }
    }

    @Test
    void shouldAnswerQuickRequestsOfOthersWhileAStreamGoesOn() throws Exception {
        try (BulkStream stream = BulkStream.open(server, "id=5")) {
            stream.send("[" + things(0, 1));
            for (int i = 1; i < 5_000; i += 500) {
                stream.send(things(i, i + 500));
                server.get(DB + "/hilo/next?tag=orders").expect(201);
            }
            stream.finish("]").answer().expect(201);
        }
        assertThat(ids("things/")).hasSize(5_001);
    }
}
