package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.document.DocumentId;
import io.mintmark.document.NodeTag;
import io.mintmark.server.TestServer.Answer;
import io.mintmark.storage.StorageEngine;
import io.mintmark.storage.sqlite.SqliteEngine;
import io.mintmark.storage.sqlite.SqliteSettings;
import io.mintmark.support.Eventually;
import io.mintmark.support.limits.Limits;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Documents asked for by their ids, in numbers: how many, at what cost, and whom that keeps waiting. */
@Timeout(120)
class ManyDocumentsTest {
    private static final String DOCS = "/databases/shop/docs";
    private static final int MAX = 16_384;
    /** One place for what is small and one for what is costly: who takes it shows. */
    private static final Limits ONE_AT_A_TIME = Limits.DEFAULT.with(new Limits.Requests(1, 64, Duration.ofSeconds(5)));

    private final Queue<String> read = new ConcurrentLinkedQueue<>();
    private final CountDownLatch go = new CountDownLatch(1);

    @AutoClose("shutdownNow")
    private final ExecutorService threads = Executors.newCachedThreadPool();

    @TempDir
    private Path directory;

    @AutoClose
    private TestServer server;

    @BeforeEach
    void start() {
        server = started(Limits.DEFAULT);
        server.createDatabase("shop");
    }

    private void restart(Limits load) {
        server.close();
        server = started(load);
    }

    private TestServer started(Limits load) {
        return TestServer.start(ServerSettings.builder(directory).limits(load), this::engine);
    }

    private StorageEngine engine() {
        SqliteSettings settings =
                new SqliteSettings(directory, NodeTag.of("A"), Duration.ofDays(30), 1_000_000, InstantSource.system());
        return WatchedReads.around(SqliteEngine.open(settings), this::reading);
    }

    private void reading(DocumentId id) {
        read.add(id.text());
        if (id.text().startsWith("slow/")) {
            try {
                go.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @AfterEach
    void stop() {
        go.countDown();
    }

    private static String array(int count, IntFunction<String> text) {
        return IntStream.range(0, count).mapToObj(text).collect(Collectors.joining("\",\"", "[\"", "\"]"));
    }

    private void put(String id, String members) {
        server.put(DOCS + "?id=" + id, "{" + members + "}").expect(201);
    }

    private static void assertTooMany(Answer answer) {
        OverHttp.assertRefused(answer, OverHttp.ARGUMENT, "at most 16384 documents by id");
        assertThat(answer.text("Message")).contains("ask for fewer ids at a time");
    }

    @Test
    void shouldLoadSoManyAtOnceAndNoMore() {
        put("a", "\"n\":1");

        Answer full = server.post(DOCS, "{\"Ids\":" + array(MAX, i -> "a") + "}");
        Answer more = server.post(DOCS, "{\"Ids\":" + array(MAX + 1, i -> "a") + "}");

        full.expect(200);
        assertThat(full.path("Results")).hasSize(MAX);
        assertTooMany(more);
        assertThat(read).as("nothing of a refused one was read").hasSize(MAX);
    }

    @Test
    void shouldCountWhatIsReferredToAlsoWhereItLeadsNowhere() {
        put("full", "\"refs\":" + array(MAX - 1, i -> "none/" + i));
        put("more", "\"refs\":" + array(MAX, i -> "none/" + i));

        Answer full = server.get(DOCS + "?id=full&include=refs");

        full.expect(200);
        assertThat(full.path("Includes")).isEmpty();
        assertTooMany(server.get(DOCS + "?id=more&include=refs"));
        assertThat(read).hasSize(MAX + 1);
    }

    @Test
    void shouldReadWhatIsReferredToOnceWhetherItIsThereOrNot() {
        put("company", "\"n\":1");
        put("order", "\"refs\":" + array(5_000, i -> i % 2 == 0 ? "company" : "none"));
        put("other", "\"refs\":[\"none\",\"company\",\" \",5,\"a\\u0000\"]");

        Answer answer = server.get(DOCS + "?id=order&id=other&include=refs");

        assertThat(answer.path("Includes").fieldNames()).toIterable().containsExactly("company");
        assertThat(read).containsExactly("order", "other", "company", "none", "5");
    }

    @Test
    void shouldNotFollowMoreReferencesThanATurnHasTimeFor() {
        put("much", "\"refs\":" + array((1 << 20) + 1, i -> "a"));

        OverHttp.assertRefused(
                server.get(DOCS + "?id=much&include=refs"), OverHttp.ARGUMENT, "at most 1048576 references");
        assertThat(read).containsExactly("much");
    }

    @Test
    void shouldRefusePathsThatNameTooManyMembers() {
        put("a", "\"n\":1");

        server.get(DOCS + "?id=a&include=" + "a.".repeat(1_023) + "a").expect(200);
        OverHttp.assertRefused(
                server.get(DOCS + "?id=a&include=" + "a.".repeat(1_024) + "a"),
                OverHttp.ARGUMENT,
                "at most 1024 members");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "[]", "{}", "{\"Ids\":\"a\"}", "{\"Ids\":[[]]}", "{\"Ids\":[],\"Ids\":[]}", "{\"Ids\":[]} x"
            })
    void shouldRefuseABodyWithoutOneArrayOfIds(String body) {
        server.post(DOCS, body).expect(400);
    }

    @Test
    void shouldReadIdsAmongOtherMembers() {
        put("a", "\"n\":1");

        Answer answer = server.post(DOCS, "{\"Other\":{},\"Ids\":[\"a\",null,\"\\u0061\"],\"More\":[]}");

        assertThat(answer.path("Results")).hasSize(3);
        assertThat(answer.at("/Results/1").isNull()).isTrue();
        assertThat(answer.at("/Results/2/n").asInt()).isEqualTo(1);
    }

    @Test
    void shouldRefuseIdsAmongMembersThatAskForMore() {
        OverHttp.assertRefused(
                server.post(DOCS, "{\"Other\":{\"Ids\":[[1],{}]},\"Ids\":[\"a\"]}"),
                "NotSupported",
                "The member 'Other' of a load's body");
    }

    @Test
    void shouldAnswerSmallRequestsWhileManyReferencesAreFollowed() throws Exception {
        restart(ONE_AT_A_TIME);
        put("order", "\"refs\":" + array(40, i -> "slow/" + i));

        CompletableFuture<Answer> many = ask(() -> server.get(DOCS + "?id=order&include=refs"));
        awaitRead("slow/0");

        server.get(DOCS + "?id=order").expect(200);
        assertThat(many).isNotDone();
        go.countDown();
        many.get(30, TimeUnit.SECONDS).expect(200);
    }

    @Test
    void shouldAnswerSmallRequestsWhileReferencesOfALargeDocumentAreFollowed() throws Exception {
        restart(ONE_AT_A_TIME);
        put("large", "\"text\":\"" + "x".repeat(100_000) + "\",\"ref\":\"slow/0\"");

        CompletableFuture<Answer> large = ask(() -> server.get(DOCS + "?id=large&include=ref"));
        awaitRead("slow/0");

        server.get(DOCS + "?id=slow").expect(404);
        go.countDown();
        large.get(30, TimeUnit.SECONDS).expect(200);
    }

    @Test
    void shouldAnswerSmallRequestsWhileIdsOfABodyAreLoaded() throws Exception {
        restart(ONE_AT_A_TIME);
        put("company", "\"n\":1");
        put("order", "\"ref\":\"company\"");

        CompletableFuture<Answer> many = ask(() -> server.post(DOCS, "{\"Ids\":[\"slow/0\",\"slow/1\"]}"));
        awaitRead("slow/0");

        Answer small = server.get(DOCS + "?id=order&include=ref");
        assertThat(small.at("/Includes/company/n").asInt())
                .as("one with few references is small")
                .isEqualTo(1);
        go.countDown();
        many.get(30, TimeUnit.SECONDS).expect(200);
    }

    private CompletableFuture<Answer> ask(Supplier<Answer> question) {
        return CompletableFuture.supplyAsync(question, threads);
    }

    private void awaitRead(String id) {
        Eventually.until(() -> read.contains(id));
    }
}
