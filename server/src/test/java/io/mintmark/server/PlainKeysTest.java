package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.server.TestServer.Answer;
import io.mintmark.storage.contract.OnThreads;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests of the plain API with an idempotency key: each takes place once, however often it is sent. */
class PlainKeysTest extends OverHttp {
    private static final String NEXT = "/v1/shop/counters/orders/next";
    private static final String RANGES = "/v1/shop/counters/orders/ranges";
    private static final String BILLS = "/v1/shop/identities/bills/next";

    private Answer send(String target, String key) {
        return server.post(target, "", "Idempotency-Key", key);
    }

    private static String refused(Answer answer, int status, String kind) {
        assertThat(answer.expect(status).text("type")).endsWith("problem/" + kind);
        return answer.text("detail");
    }

    @ParameterizedTest
    @ValueSource(strings = {NEXT, NEXT + "?count=3", RANGES + "?count=500", BILLS})
    void shouldGiveTheSameAnswerAgain(String target) {
        Answer first = send(target, "a");
        Answer again = send(target, "a");
        Answer other = send(target, "\"another\"");

        assertThat(first.status()).isIn(200, 201);
        assertThat(again.status()).isEqualTo(first.status());
        assertThat(again.json()).isEqualTo(first.json()).isNotEqualTo(other.json());
        assertThat(again.header("Location")).isEqualTo(first.header("Location"));
        server.restart();
        assertThat(send(target, "a").json()).as("after a restart").isEqualTo(first.json());
    }

    @Test
    void shouldDrawNothingForARepeatedRequest() {
        for (int i = 0; i < 3; i++) {
            assertThat(send(NEXT, "a").number("number")).isEqualTo(1);
            assertThat(send(BILLS, "a").number("number")).isEqualTo(1);
        }
        assertThat(server.post(NEXT, "").number("number")).isEqualTo(2);
        assertThat(server.post(BILLS, "").number("number")).isEqualTo(2);
    }

    @Test
    void shouldSpellARepeatedAnswerAsTheFirstTime() {
        Answer id = send(NEXT, "a");
        Answer bill = send(BILLS, "a");
        server.put(DB + "/admin/configuration/client", "{\"IdentityPartsSeparator\":\"-\"}")
                .expect(204);

        assertThat(send(NEXT, "a").json()).isEqualTo(id.json());
        assertThat(send(BILLS, "a").json()).isEqualTo(bill.json());
        assertThat(send(NEXT, "b").text("id")).isEqualTo("orders-2-A");
    }

    @Test
    void shouldGiveARangeBackThatCameTwice() {
        send(RANGES + "?count=10", "a").expect(201);
        String place = send(RANGES + "?count=10", "a").header("Location").orElseThrow();

        assertThat(server.delete(place + "?last=4", "").expect(200).flag("accepted"))
                .isTrue();
        assertThat(server.post(NEXT, "").number("number")).isEqualTo(5);
    }

    @Test
    void shouldRefuseAKeyThatStandsForAnotherRequest() {
        send(NEXT, "a").expect(200);
        for (String other : List.of(
                NEXT + "?count=1",
                NEXT + "?count=2",
                "/v1/shop/counters/bills/next",
                "/v1/shop/counters/Orders/next")) {
            assertThat(refused(send(other, "a"), 422, "idempotency-key-reused")).contains("new key");
        }
        send(RANGES + "?count=2", "r").expect(201);
        refused(send(RANGES + "?count=3", "r"), 422, "idempotency-key-reused");

        assertThat(send(NEXT, "a").number("number")).isEqualTo(1);
        assertThat(server.post(NEXT, "").number("number"))
                .as("nothing was drawn")
                .isEqualTo(4);
    }

    @Test
    void shouldTakeAKeyForOneRouteAndOneDatabase() {
        server.createDatabase("other");
        assertThat(send(NEXT, "a").number("number")).isEqualTo(1);

        assertThat(send(RANGES + "?count=1", "a").expect(201).number("first")).isEqualTo(2);
        assertThat(send(BILLS, "a").expect(200).number("number")).isEqualTo(1);
        assertThat(send(NEXT.replace("shop", "other"), "a").expect(200).number("number"))
                .isEqualTo(1);
        assertThat(send(NEXT.replace("shop", "Shop"), "a").number("number"))
                .as("the same database")
                .isEqualTo(1);
    }

    /** Returns the id of an answer; none if the first request is under way. */
    private static List<String> idsOf(Answer answer) {
        if (answer.status() != 409) {
            return List.of(answer.expect(200).text("id"));
        }
        assertThat(answer.text("type")).endsWith("idempotency-key-running");
        assertThat(answer.header("Retry-After")).hasValue("1");
        return List.of();
    }

    @Test
    void shouldAnswerOnceHoweverManyComeAtOnce() throws Exception {
        Set<String> answers = new ConcurrentSkipListSet<>();
        for (int round = 0; round < 30; round++) {
            String key = "round-" + round;
            Set<String> mine = new ConcurrentSkipListSet<>();
            mine.addAll(OnThreads.collect(8, thread -> idsOf(send(NEXT, key))));
            assertThat(mine).as(key).hasSize(1);
            answers.addAll(mine);
            assertThat(send(NEXT, key).text("id")).isIn(mine);
        }
        assertThat(answers).hasSize(30);
        assertThat(server.post(NEXT, "").number("number")).isEqualTo(31);
    }

    @Test
    void shouldRefuseWhatIsNoKeyAndWhereNoneIsTaken() {
        assertThat(refused(send(NEXT, ""), 400, "bad-request")).contains("must not be empty");
        for (String bad : List.of("a b", "a\tb", "x".repeat(256))) {
            assertThat(refused(send(NEXT, bad), 400, "argument")).contains("1 to 255");
        }
        send(NEXT, "x".repeat(255)).expect(200);
        for (String target : List.of("/v1/shop/counters/orders/raise?to=1", "/v1/shop/identities/bills/raise?to=1")) {
            assertThat(refused(send(target, "a"), 400, "not-supported")).contains("leave the header out");
        }
        refused(server.get("/v1/shop/counters", "Idempotency-Key", "a"), 400, "not-supported");
        assertThat(server.post(NEXT, "", "Idempotency-Key", "a", "Idempotency-Key", "b")
                        .expect(400)
                        .text("detail"))
                .contains("sent once at most");
    }

    @Test
    void shouldRememberNoRefusal() {
        server.post("/v1/shop/counters/full/raise?leap=true&to=9007199254740991", "")
                .expect(200);

        refused(send("/v1/shop/counters/full/next", "a"), 409, "exhausted");

        assertThat(send(NEXT, "a").expect(200).number("number")).isEqualTo(1);
    }
}
