package io.mintmark.server;

import static io.mintmark.server.TestServer.encoded;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.MintmarkException;
import io.mintmark.server.TestServer.Answer;
import io.mintmark.testkit.HistoryChecker;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The rules of the wire, asked over HTTP. */
class MintmarkServerTest {
    private static final String DB = "/databases/shop";
    private static final String ARGUMENT = "System.ArgumentException";

    @TempDir
    static Path shared;

    @TempDir
    Path directory;

    private static TestServer server;
    private boolean serverIsOwn;

    /** Most tests share a server, and have a database of their own. */
    @BeforeAll
    static void start() {
        server = TestServer.start(shared);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void create() {
        server.createDatabase("shop");
    }

    @AfterEach
    void tidy() {
        if (serverIsOwn) {
            restart(ServerSettings.builder(shared));
        }
        String names = names().stream().collect(Collectors.joining("\",\"", "[\"", "\"]"));
        server.delete("/admin/databases", "{\"HardDelete\":true,\"DatabaseNames\":" + names + "}");
    }

    private void restart(ServerSettings.Builder settings) {
        serverIsOwn = true;
        server.close();
        server = TestServer.start(settings);
    }

    private Answer put(String id, String document) {
        return server.put(DB + "/docs?id=" + encoded(id), document);
    }

    private Answer next(String parameters) {
        return server.get(DB + "/hilo/next?" + parameters);
    }

    // HiLo

    @Test
    void shouldAnswerANextRangeInRavenDbsForm() {
        Answer answer = next("tag=Users&lastBatchSize=0&identityPartsSeparator=%2F&lastMax=0");

        assertThat(answer.status()).isEqualTo(201);
        assertThat(answer.text("Prefix")).isEqualTo("Users/");
        assertThat(answer.json().path("Low").asLong()).isEqualTo(1);
        assertThat(answer.json().path("High").asLong()).isEqualTo(32);
        assertThat(answer.json().path("LastSize").asLong()).isEqualTo(32);
        assertThat(answer.text("ServerTag")).isEqualTo("A");
        assertThat(answer.text("LastRangeAt")).matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{7}Z");
        assertThat(answer.header("Cache-Control")).hasValue("no-store");
        assertThat(answer.header("Mintmark-Lease")).hasValue("1");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            quoteCharacter = '^',
            value = {
                "'', must have a non-empty value",
                "tag=, must have a non-empty value",
                "tag=%20, must have a non-empty value",
                "tag=a&tag=b, must appear exactly once",
                "tag=a&lastBatchSize=many, must be a whole number",
                "tag=a&lastBatchSize=, must be a whole number",
                "tag=a&lastMax=1.5, must be a whole number",
                "tag=a&lastMax=99999999999999999999, must be a whole number",
                "tag=a&lastMax=4294967297, lastMax may be at most",
                "tag=a&identityPartsSeparator=ab, one character",
                "tag=a&identityPartsSeparator=%7C, separator",
                "tag=a%00b, control"
            })
    void shouldRefuseABrokenHiLoParameter(String parameters, String message) {
        Answer answer = next(parameters.equals("''") ? "" : parameters);

        assertThat(answer.status()).isEqualTo(500);
        assertThat(answer.text("Type")).isEqualTo(ARGUMENT);
        assertThat(answer.text("Message")).contains(message);
        assertThat(answer.text("Error")).startsWith(ARGUMENT + ": ");
        assertThat(answer.text("Url")).startsWith(DB + "/hilo/next");
    }

    @ParameterizedTest(name = "{0} of a last range {1} seconds ago makes {2}")
    @CsvSource({
        "0, , 32",
        "-5, , 32",
        "100, , 100",
        "9223372036854775807, , 1048576",
        "100, 5, 200",
        "100, -3600, 200",
        "1048576, 5, 1048576",
        "9223372036854775807, 5, 1048576",
        "100, 45, 100",
        "9223372036854775807, 45, 1048576",
        "100, 90, 50",
        "40, 90, 32",
        "9223372036854775807, 90, 1048576"
    })
    void shouldSizeARangeWithinItsClampsInEveryBranch(long lastSize, Long secondsAgo, long expected) {
        String at = secondsAgo == null
                ? ""
                : "&lastRangeAt="
                        + encoded(Instant.now().minusSeconds(secondsAgo).toString());

        Answer answer = next("tag=users&lastBatchSize=" + lastSize + at);

        assertThat(answer.json().path("LastSize").asLong()).isEqualTo(expected);
        assertThat(answer.json().path("High").asLong()).isEqualTo(expected);
    }

    @Test
    void shouldTakeAnUnreadableDateAsNoneAndIgnoreUnknownParameters() {
        assertThat(next("tag=users&lastBatchSize=64&lastRangeAt=yesterday&unknown=1")
                        .json()
                        .path("LastSize")
                        .asLong())
                .isEqualTo(64);
    }

    @Test
    void shouldRefuseACounterAtTheCeilingOfJavaScript() {
        put("Raven/Hilo/users", "{\"Max\":9007199254740980,\"@metadata\":{\"@collection\":\"@hilo\"}}");

        Answer last = next("tag=users");
        Answer none = next("tag=users");

        assertThat(last.json().path("High").asLong()).isEqualTo(9007199254740991L);
        assertThat(last.json().path("LastSize").asLong()).isEqualTo(11);
        assertThat(none.status()).isEqualTo(500);
        assertThat(none.text("Type")).isEqualTo("System.OverflowException");
    }

    @Test
    void shouldAnswerAReturn204WhateverBecomesOfIt() {
        next("tag=users");

        for (String parameters :
                List.of("tag=users&end=32&last=2", "tag=users&end=32&last=2", "tag=none&end=0&last=0")) {
            Answer answer = server.put(DB + "/hilo/return?" + parameters, "");
            assertThat(answer.status()).isEqualTo(204);
        }
        assertThat(next("tag=users").json().path("Low").asLong()).isEqualTo(3);
        for (String broken : List.of("tag=users&end=1", "tag=users&last=1", "end=1&last=1", "tag=u&end=x&last=1")) {
            assertThat(server.put(DB + "/hilo/return?" + broken, "").status()).isEqualTo(500);
        }
    }

    @Test
    void shouldTakeAWhollyUnusedRangeBackForItsLease() {
        Answer range = next("tag=users");
        String lease = range.header("Mintmark-Lease").orElseThrow();

        Answer returned = server.put(DB + "/hilo/return?tag=users&end=32&last=0&lease=" + lease, "");

        assertThat(returned.header("Mintmark-Return")).hasValue("accepted");
        assertThat(next("tag=users").json().path("Low").asLong()).isEqualTo(1);
    }

    @ParameterizedTest(name = "{0} counters")
    @CsvSource({"1", "16"})
    void shouldHandOutDisjointRangesToManyThreads(int counters) throws Exception {
        HistoryChecker history = new HistoryChecker();
        ExecutorService threads = Executors.newFixedThreadPool(64);
        try {
            List<Callable<Boolean>> clients = new ArrayList<>();
            for (int client = 0; client < 64; client++) {
                String tag = "tag" + client % counters;
                clients.add(() -> {
                    for (int i = 0; i < 10; i++) {
                        Answer range = next("tag=" + tag);
                        long high = range.json().path("High").asLong();
                        for (long n = range.json().path("Low").asLong(); n <= high; n++) {
                            history.issued(tag, n);
                        }
                    }
                    return true;
                });
            }
            for (Future<Boolean> done : threads.invokeAll(clients)) {
                done.get();
            }
        } finally {
            threads.shutdownNow();
        }

        history.requireNoDuplicates();
        assertThat(history.issuedCount()).isEqualTo(64 * 10 * 32);
    }

    // Limits and error shapes

    @Test
    void shouldHoldADocumentToItsLimits() {
        String full = "{\"a\":\"" + "x".repeat((16 << 20) - 8) + "\"}";
        String deep = "{\"a\":" + "[".repeat(128) + "]".repeat(128) + "}";

        assertThat(put("full", full).status()).isEqualTo(201);
        assertRefused(put("larger", " " + full), ARGUMENT, "at most 16777216 bytes");
        assertRefused(put("deep", deep), "System.IO.InvalidDataException", "");
        assertThat(put("deep", deep.replace("[[", "[").replace("]]", "]")).status())
                .isEqualTo(201);
        assertRefused(put("x".repeat(513), "{}"), ARGUMENT, "512 bytes");
        assertThat(put("x".repeat(512), "{}").status()).isEqualTo(201);
    }

    @Test
    void shouldHoldACollectionToItsLimits() {
        assertThat(put("a", inCollection("ü".repeat(128))).status()).isEqualTo(201);
        assertRefused(put("b", inCollection("ü".repeat(128) + "x")), ARGUMENT, "at most 256 bytes");
        assertRefused(put("b", inCollection("a\\u0007b")), ARGUMENT, "control");
        assertRefused(put("b", "{\"@metadata\":{\"@collection\":5}}"), ARGUMENT, "must be a text");
        assertRefused(put("a", inCollection("Other")), "Mismatch", "belongs to collection");
    }

    private static String inCollection(String name) {
        return "{\"@metadata\":{\"@collection\":\"" + name + "\"}}";
    }

    private static void assertRefused(Answer answer, String type, String message) {
        assertThat(answer.status()).isEqualTo(500);
        assertThat(answer.text("Type")).contains(type);
        assertThat(answer.text("Message")).contains(message);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({"users%24, U+0024", "a%20b, U+0020", "%C3%BC, U+00FC", "a/b, U+002F"})
    void shouldRefuseADatabaseNameThatIsNotPlain(String name, String character) {
        assertRefused(server.put("/admin/databases?name=" + name, "{}"), ARGUMENT, character);
        assertRefused(server.put("/admin/databases?name=" + "x".repeat(129), "{}"), ARGUMENT, "at most 128");
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {".", "..", ".hidden", "-x"})
    void shouldRefuseADatabaseNameThatMeansAnotherThingInAPath(String name) {
        assertRefused(server.put("/admin/databases?name=" + name, "{}"), ARGUMENT, "begins with a letter");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '!',
            value = {
                "[] ! InvalidData",
                "{} ! InvalidData",
                "{\"Commands\":{}} ! InvalidData",
                "{\"Commands\":[1]} ! InvalidData",
                "{\"Commands\":[{\"Id\":\"a\"}]} ! InvalidData",
                "{\"Commands\":[{\"Id\":\"a\",\"Type\":\"PUT\"}]} ! InvalidData",
                "{\"Commands\":[]} x ! InvalidData",
                "{\"Commands\":[{\"Id\":\"a\",\"Type\":\"PATCH\"}]} ! NotSupported",
                "{\"Commands\":[],\"TransactionMode\":\"ClusterWide\"} ! NotSupported",
                "{\"Commands\":[{\"Id\":\"a|\",\"Type\":\"DELETE\"}]} ! NotSupported",
                "{\"Commands\":[{\"Id\":\"a|\",\"ChangeVector\":\"A:1-x\",\"Type\":\"PUT\",\"Document\":{}}]} ! InvalidOperation"
            })
    void shouldRefuseABrokenBatch(String body, String type) {
        assertRefused(server.post(DB + "/bulk_docs", body), type, "");
    }

    @Test
    void shouldDescribeAConcurrencyViolationAsClientsReadIt() {
        put("users/1", "{}");

        Answer answer = server.post(
                DB + "/bulk_docs",
                "{\"Commands\":[{\"Id\":\"users/1\",\"ChangeVector\":\"\",\"Type\":\"PUT\",\"Document\":{}}]}");

        assertThat(answer.status()).isEqualTo(409);
        assertThat(answer.text("Type")).isEqualTo("Raven.Client.Exceptions.ConcurrencyException");
        assertThat(answer.text("Id")).isEqualTo("users/1");
        assertThat(answer.text("ExpectedChangeVector")).isEmpty();
        assertThat(answer.text("ActualChangeVector")).startsWith("A:1-");
        assertThat(answer.text("Message"))
                .startsWith("Document users/1 has change vector A:1-")
                .contains("but Put was called with expecting new document")
                .endsWith("Optimistic concurrency violation, transaction will be aborted.");
    }

    @Test
    void shouldNotServeAByteOrderMarkOrUtf16IntoListsOfOthers() {
        put("good", "{\"a\":1}");

        assertRefused(put("marked", "\ufeff{\"a\":1}"), "InvalidData", "");
        byte[] utf16 = "{\"a\":1}".getBytes(StandardCharsets.UTF_16BE);
        assertRefused(server.send("PUT", DB + "/docs?id=wide", utf16), "InvalidData", "");
        assertThat(server.get(DB + "/docs?startsWith=").json().path("Results")).hasSize(1);
    }

    // Identities

    @Test
    void shouldCountIdentitiesAsRavenDbDoes() {
        assertThat(put("users|", "{}").text("Id")).isEqualTo("users/1");
        assertThat(server.post(DB + "/identity/next?name=Users", "")
                        .json()
                        .path("NewIdentityValue")
                        .asInt())
                .isEqualTo(2);
        assertThat(put("Users|", "{}").text("Id")).isEqualTo("Users/3");
        assertThat(server.get(DB + "/debug/identities").json().toString()).isEqualTo("{\"users|\":3}");
        assertThat(seed("value=1990")).isEqualTo(1990);
        assertThat(put("users|", "{}").text("Id")).isEqualTo("users/1991");
        assertThat(seed("value=1975")).isEqualTo(1991);
        assertThat(seed("value=1975&force=true")).isEqualTo(1975);
    }

    private int seed(String parameters) {
        return server.post(DB + "/identity/seed?name=users%7C&" + parameters, "")
                .json()
                .path("NewSeedValue")
                .asInt();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "next?name=",
        "next",
        "next?name=%7C",
        "next?name=a&raft-request-id=LONG",
        "seed?name=a",
        "seed?name=a&value=x",
        "seed?name=a&value=-1",
        "seed?name=a&value=9007199254740992"
    })
    void shouldRefuseABrokenIdentityRequest(String request) {
        assertRefused(server.post(DB + "/identity/" + request.replace("LONG", "x".repeat(201)), ""), ARGUMENT, "");
    }

    @Test
    void shouldGiveARepeatedRaftRequestTheSameNumber() {
        String request = DB + "/identity/next?name=users&raft-request-id=r1";
        server.post(request, "");
        server.restart();

        assertThat(server.post(request, "").json().path("NewIdentityValue").asInt())
                .isEqualTo(1);
        assertThat(server.post(request.replace("r1", "r2"), "")
                        .json()
                        .path("NewIdentityValue")
                        .asInt())
                .isEqualTo(2);
    }

    // Names

    @Test
    void shouldCompareIdsByTheirKeyForm() {
        put("names/ΟΔΟΣ", "{\"n\":1}");
        put("names/\u0130", "{\"n\":2}");
        put("names/\u212A", "{\"n\":3}");

        assertThat(valueOf("NAMES/οδοσ")).isEqualTo(1);
        assertThat(valueOf("names/οδος"))
                .as("the final sigma is a letter of its own")
                .isEqualTo(-1);
        assertThat(valueOf("names/i")).isEqualTo(2);
        assertThat(valueOf("names/ı")).as("so is the dotless i").isEqualTo(-1);
        assertThat(valueOf("names/K")).isEqualTo(3);
        assertThat(server.get(DB + "/docs?startsWith=" + encoded("Names/Οδο"))
                        .json()
                        .path("Results"))
                .hasSize(1);
        next("tag=" + encoded("ΟΔΟΣ"));
        assertThat(next("tag=" + encoded("οδοσ")).json().path("Low").asInt()).isEqualTo(33);
    }

    private int valueOf(String id) {
        Answer answer = server.get(DB + "/docs?id=" + encoded(id));
        return answer.status() == 404
                ? -1
                : answer.json().path("Results").path(0).path("n").asInt();
    }

    // Reading

    @Test
    void shouldChangeTheETagWhenAMissingIncludeAppears() {
        put("orders/1", "{\"user\":\"users/1\"}");
        String target = DB + "/docs?id=orders/1&include=user";
        String before = server.get(target).header("ETag").orElseThrow();
        assertThat(server.get(target, "If-None-Match", before).status()).isEqualTo(304);

        put("users/1", "{}");

        Answer after = server.get(target, "If-None-Match", before);
        assertThat(after.status()).isEqualTo(200);
        assertThat(after.json().path("Includes").has("users/1")).isTrue();
    }

    // Who may call, and by which name

    @Test
    void shouldAnswerOnlyToHostsItKnows() throws IOException {
        int port = server.url().getPort();
        assertThat(raw("GET", "localhost:" + port, "")).isEqualTo(200);
        assertThat(raw("GET", "evil.example:" + port, "")).isEqualTo(403);
        assertThat(raw("GET", "127.0.0.1.evil.example", "")).isEqualTo(403);
        assertThat(raw("PUT", "localhost", "Origin: http://evil.example\r\n")).isEqualTo(403);
        assertThat(raw("PUT", "localhost", "Origin: null\r\n")).isEqualTo(403);
        assertThat(raw("PUT", "localhost", "Origin: http://localhost\r\n")).isNotEqualTo(403);
        assertThat(raw("GET", "localhost", "Origin: http://evil.example\r\n")).isEqualTo(200);

        restart(ServerSettings.builder(shared).allowedHosts(Set.of("Ids.Example")));
        assertThat(raw("GET", "ids.example:99", "")).isEqualTo(200);
    }

    private int raw(String method, String host, String headers) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", server.url().getPort())) {
            String target = method.equals("GET") ? "/databases" : "/admin/databases?name=other";
            socket.getOutputStream()
                    .write((method + " " + target + " HTTP/1.1\r\nHost: " + host + "\r\n" + headers
                                    + "Content-Length: 0\r\nConnection: close\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            String reply = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return Integer.parseInt(reply.split(" ", 3)[1]);
        }
    }

    @Test
    void shouldNotListenBeyondLoopbackWithoutConsent() {
        assertThatThrownBy(() -> MintmarkServer.start(ServerSettings.builder(directory.resolve("open"))
                        .host("0.0.0.0")
                        .port(0)
                        .build()))
                .isInstanceOf(MintmarkException.class)
                .hasMessageContaining("--allow-unauthenticated");
    }

    @Test
    void shouldEchoTheUrlThatAClientUsedOrTheOneConfigured() {
        assertThat(topologyUrl()).isEqualTo(server.url().toString());

        restart(ServerSettings.builder(shared).publicUrl(URI.create("https://ids.example:8443/")));
        assertThat(topologyUrl()).isEqualTo("https://ids.example:8443");
    }

    private String topologyUrl() {
        return server.get("/topology?name=shop")
                .json()
                .path("Nodes")
                .path(0)
                .path("Url")
                .asText();
    }

    // Client configuration

    @Test
    void shouldTellClientsOfAConfigurationAndObeyItsSeparator() {
        String path = DB + "/configuration/client";
        assertThat(server.get(path).json().path("Configuration").isNull()).isTrue();
        assertThat(configure(DB, "{\"IdentityPartsSeparator\":\":\"}")).isEqualTo(204);

        Answer told = server.get(DB + "/stats", "Client-Configuration-Etag", "\"0\"", "Topology-Etag", "0");
        assertThat(told.header("Refresh-Client-Configuration")).hasValue("true");
        assertThat(told.header("Refresh-Topology")).hasValue("true");
        long etag = server.get(path).json().path("Etag").asLong();
        Answer knowing = server.get(DB + "/stats", "Client-Configuration-Etag", "" + etag, "Topology-Etag", "\"1\"");
        assertThat(knowing.header("Refresh-Client-Configuration")).isEmpty();
        assertThat(knowing.header("Refresh-Topology")).isEmpty();
        assertThat(put("users:", "{}").text("Id")).matches("users:\\d{19}-A");
        assertThat(put("users/", "{}").text("Id")).isEqualTo("users/");
        assertThat(put("bills|", "{}").text("Id")).isEqualTo("bills:1");
        assertThat(next("tag=users").text("Prefix")).isEqualTo("users:");
    }

    @Test
    void shouldFallBackToTheServersConfigurationWhileTheDatabasesIsDisabled() {
        restart(ServerSettings.builder(directory));
        server.createDatabase("shop");
        configure("", "{\"IdentityPartsSeparator\":\"-\"}");
        assertThat(separator()).isEqualTo("-");
        configure(DB, "{\"IdentityPartsSeparator\":\":\"}");
        assertThat(separator()).isEqualTo(":");
        configure(DB, "{\"IdentityPartsSeparator\":\":\",\"Disabled\":true}");
        assertThat(separator()).isEqualTo("-");
        configure("", "{\"Disabled\":true,\"IdentityPartsSeparator\":\"-\"}");
        assertThat(separator()).isEqualTo("/");
        configure(DB, "{\"IdentityPartsSeparator\":null}");
        server.restart();
        assertThat(separator()).isEqualTo("/");
        assertThat(configure(DB, "{\"IdentityPartsSeparator\":\"|\"}")).isEqualTo(500);
        assertThat(configure(DB, "{\"IdentityPartsSeparator\":7}")).isEqualTo(500);
    }

    private int configure(String scope, String configuration) {
        return server.put(scope + "/admin/configuration/client", configuration).status();
    }

    private String separator() {
        String prefix = next("tag=t").text("Prefix");
        return prefix.substring(1);
    }

    // Databases

    @Test
    void shouldCreateDescribeListAndDeleteDatabases() {
        assertThat(server.put("/admin/databases?name=SHOP", "{}").status()).isEqualTo(409);
        server.createDatabase("Archive");
        put("a", "{}");

        assertThat(names()).containsExactly("Archive", "shop");
        assertThat(server.get("/admin/databases?name=archive").text("DatabaseState"))
                .isEqualTo("Normal");
        assertThat(server.get("/admin/databases?name=none").status()).isEqualTo(404);
        assertThat(server.get("/databases/SHOP/docs?id=A").status()).isEqualTo(200);

        server.delete("/admin/databases", "{\"HardDelete\":true,\"DatabaseNames\":[\"SHOP\"]}");
        assertThat(names()).containsExactly("Archive");
        Answer gone = server.get(DB + "/docs?id=a");
        assertThat(gone.status()).isEqualTo(503);
        assertThat(gone.header("Database-Missing")).hasValue("shop");
        assertThat(gone.text("Type")).endsWith("DatabaseDoesNotExistException");
        server.createDatabase("shop");
        assertThat(server.get(DB + "/docs?id=a").status())
                .as("a new one is empty")
                .isEqualTo(404);
    }

    private List<String> names() {
        List<String> names = new ArrayList<>();
        server.get("/databases?namesOnly=true").json().path("Databases").forEach(name -> names.add(name.asText()));
        return names;
    }

    @Test
    void shouldAnswerCleanlyWhileADatabaseIsDeletedUnderItsUsers() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            for (int round = 0; round < 5; round++) {
                List<Future<Set<Integer>>> users = new ArrayList<>();
                for (int i = 0; i < 8; i++) {
                    String id = "doc/" + i;
                    users.add(threads.submit(() -> use(id)));
                }
                Thread.sleep(30);
                server.delete("/admin/databases", "{\"HardDelete\":true,\"DatabaseNames\":[\"shop\"]}");
                for (Future<Set<Integer>> statuses : users) {
                    assertThat(statuses.get()).isSubsetOf(200, 201, 404, 503);
                }
                server.createDatabase("shop");
                assertThat(next("tag=users").json().path("Low").asInt()).isEqualTo(1);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private Set<Integer> use(String id) {
        List<Integer> statuses = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            statuses.add(put(id, "{}").status());
            statuses.add(server.get(DB + "/docs?id=" + id).status());
            statuses.add(next("tag=users").status());
            statuses.add(server.get(DB + "/docs?startsWith=doc").status());
        }
        return statuses.stream().collect(Collectors.toSet());
    }
}
