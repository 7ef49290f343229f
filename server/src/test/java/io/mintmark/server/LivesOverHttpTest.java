package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.protocol.Headers;
import io.mintmark.testkit.ReturnSchedule.Lease;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A database that is dropped and created again under its users: returns of its ranges change nothing in its successor. */
class LivesOverHttpTest extends OverHttp {
    private static final String ORDERS = "orders";

    private static final AtomicInteger TESTS = new AtomicInteger();

    private DroppedOverHttp database;

    @BeforeEach
    void open() {
        // A name that no database before had: what is remembered of deleted ones is what is tested here.
        database = new DroppedOverHttp(server, "lives-" + TESTS.incrementAndGet());
    }

    private Lease reserve() {
        return database.reserve(ORDERS, 32, 0);
    }

    private boolean giveBack(long last, long end, @Nullable String token) {
        return database.giveBack(ORDERS, last, end, token);
    }

    @ParameterizedTest(name = "hard: {0}, with its token: {1}")
    @CsvSource({"true, true", "true, false", "false, true", "false, false"})
    void shouldIgnoreAReturnOfTheLifeBefore(boolean hard, boolean sendsToken) {
        Lease old = reserve();
        database.dropAndCreate(hard);
        assertThat(reserve().high()).as("the same numbers again").isEqualTo(32);

        assertThat(giveBack(5, 32, sendsToken ? old.token() : null)).isFalse();

        assertThat(reserve().low()).isEqualTo(33);
    }

    @ParameterizedTest(name = "hard: {0}, with its token: {1}")
    @CsvSource({"true, true", "true, false", "false, true", "false, false"})
    void shouldIgnoreTheCopyOfAReturnThatTheLifeBeforeAccepted(boolean hard, boolean sendsToken) {
        Lease old = reserve();
        String token = sendsToken ? old.token() : null;
        assertThat(giveBack(5, 32, token)).isTrue();
        database.dropAndCreate(hard);
        reserve();

        assertThat(giveBack(5, 32, token)).isFalse();

        assertThat(reserve().low()).isEqualTo(33);
    }

    @ParameterizedTest(name = "hard: {0}")
    @ValueSource(booleans = {true, false})
    void shouldIgnoreAReturnOfAnUnusedRangeOfTheLifeBefore(boolean hard) {
        Lease old = reserve();
        database.dropAndCreate(hard);
        reserve();

        assertThat(giveBack(0, 32, old.token())).isFalse();

        assertThat(reserve().low()).isEqualTo(33);
    }

    @ParameterizedTest(name = "hard: {0}")
    @ValueSource(booleans = {true, false})
    void shouldRememberTheHighestEndOfAllLivesBefore(boolean hard) {
        database.reserve(ORDERS, 64, 0);
        database.dropAndCreate(hard);
        reserve();
        database.dropAndCreate(hard);
        database.reserve(ORDERS, 64, 0);

        assertThat(giveBack(5, 64, null)).isFalse();

        assertThat(reserve().low()).isEqualTo(65);
    }

    @ParameterizedTest(name = "hard: {0}")
    @ValueSource(booleans = {true, false})
    void shouldRememberTheLivesBeforeOverARestart(boolean hard) {
        Lease old = reserve();
        database.drop(hard);
        server.restart();
        server.createDatabase(database.name());
        reserve();
        server.restart();

        assertThat(giveBack(5, 32, old.token())).isFalse();
        assertThat(giveBack(5, 32, null)).isFalse();

        assertThat(reserve().low()).isEqualTo(33);
    }

    @ParameterizedTest(name = "hard: {0}")
    @ValueSource(booleans = {true, false})
    void shouldCompareNamesOfLivesByTheirKeyForm(boolean hard) {
        reserve();
        database.drop(hard);
        server.createDatabase(database.name().toUpperCase(Locale.ROOT));
        reserve();

        assertThat(giveBack(5, 32, null)).isFalse();

        assertThat(reserve().low()).isEqualTo(33);
    }

    @ParameterizedTest(name = "hard: {0}")
    @ValueSource(booleans = {true, false})
    void shouldAcceptReturnsOfTheNewLifeByTokenAtOnceAndWithoutAboveTheLifeBefore(boolean hard) {
        reserve();
        database.dropAndCreate(hard);

        assertThat(giveBack(5, 32, reserve().token())).isTrue();
        assertThat(reserve().low()).isEqualTo(6);

        Lease above = reserve();
        assertThat(above.low()).isEqualTo(38);
        assertThat(giveBack(40, above.high(), null)).isTrue();
        assertThat(reserve().low()).isEqualTo(41);
    }

    private String documents() {
        return "/databases/" + database.name() + "/docs?id=orders/5-A";
    }

    private TestServer.Answer save(String... headers) {
        return server.post(
                "/databases/" + database.name() + "/bulk_docs", Bodies.batch(Bodies.put("orders/5-A", "{}")), headers);
    }

    /** Returns the part of a token that names the life. */
    private static String life(Lease lease) {
        String token = String.valueOf(lease.token());
        return token.substring(0, token.lastIndexOf('.'));
    }

    @Test
    void shouldRefuseDocumentsThatAreMeantForAnotherLife() {
        String before = life(reserve());
        database.dropAndCreate(true);
        String now = life(reserve());

        for (String lives : List.of(before, now + "," + before, "unheard-of.1", ".", now.substring(0, 3))) {
            for (TestServer.Answer refused : List.of(
                    server.put(documents(), "{}", Headers.LIFE, lives),
                    save(Headers.LIFE, lives),
                    server.post("/databases/" + database.name() + "/bulk_insert?id=1", "[]", Headers.LIFE, lives))) {
                assertThat(refused.status()).as(lives).isEqualTo(412);
                assertThat(refused.text("Message")).contains("dropped and created anew since, so nothing was stored");
            }
        }
        assertThat(server.get(documents()).status()).as("nothing was stored").isEqualTo(404);
    }

    @Test
    void shouldTellTheLifeThatABulkInsertWouldWriteTo() {
        String next = "/databases/" + database.name() + "/operations/next-operation-id";
        assertThat(server.get(next).header(Headers.LIFE)).contains(life(reserve()));
        database.dropAndCreate(true);
        assertThat(server.get(next).header(Headers.LIFE)).contains(life(reserve()));
    }

    @Test
    void shouldStoreDocumentsThatAreMeantForThisLifeOrNameNone() {
        String now = life(reserve());
        String raised = now.substring(0, now.lastIndexOf('.')) + ".7";

        server.put(documents(), "{}", Headers.LIFE, now).expect(201);
        assertThat(save(Headers.LIFE, raised).status())
                .as("a copy that was raised keeps what it gave")
                .isEqualTo(201);
        assertThat(save().status()).as("as RavenDB's clients do").isEqualTo(201);
        server.restart();
        save(Headers.LIFE, now + ", " + raised).expect(201);
    }
}
