package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.mintmark.counter.Reservation;
import io.mintmark.server.TestServer.Answer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The plain API: ids in one call, ranges of the size that was asked for, and what is given back. */
class PlainApiTest extends OverHttp {
    private static final String ORDERS = "/v1/shop/counters/orders";

    private Answer draw(String target) {
        return server.post(target, "").expect(200);
    }

    private Answer range(int count) {
        return server.post(ORDERS + "/ranges?count=" + count, "").expect(201);
    }

    static String text(Answer answer) {
        return new String(answer.response().body(), StandardCharsets.UTF_8);
    }

    private static List<String> texts(JsonNode list) {
        List<String> texts = new ArrayList<>();
        list.forEach(each -> texts.add(each.isObject() ? each.path("name").asText() : each.asText()));
        return texts;
    }

    @Test
    void shouldGiveAnIdInOneCall() {
        Answer first = draw(ORDERS + "/next");

        assertThat(first.json().toString()).isEqualTo("{\"id\":\"orders/1-A\",\"number\":1}");
        assertThat(first.header("Cache-Control")).hasValue("no-store");
        assertThat(draw(ORDERS + "/next").text("id")).isEqualTo("orders/2-A");
        assertThat(draw("/V1/Shop/Counters/Orders/NEXT").text("id"))
                .as("names compare without case, and ids are spelled as asked")
                .isEqualTo("Orders/3-A");
    }

    @Test
    void shouldGiveExactlySoManyIdsInAList() {
        draw(ORDERS + "/next");
        Answer three = draw(ORDERS + "/next?count=3");

        assertThat(three.json().toString())
                .isEqualTo("{\"id\":\"orders/2-A\",\"number\":2,\"last\":4,"
                        + "\"ids\":[\"orders/2-A\",\"orders/3-A\",\"orders/4-A\"]}");
        assertThat(texts(draw(ORDERS + "/next?count=1").path("ids"))).containsExactly("orders/5-A");
        assertThat(draw(ORDERS + "/next?count=1000").path("ids")).hasSize(1_000);
        assertThat(draw(ORDERS + "/next").number("number")).isEqualTo(1_006);
    }

    @Test
    void shouldGiveTextToThoseWhoLikeItBetter() {
        Answer one = server.post(ORDERS + "/next", "", "Accept", "text/plain").expect(200);
        assertThat(text(one)).isEqualTo("orders/1-A\n");
        assertThat(one.header("Content-Type")).hasValue("text/plain; charset=utf-8");

        Answer two = server.post(ORDERS + "/next?count=2", "", "Accept", "text/*;q=0.9, application/json;q=0.5");
        assertThat(text(two)).isEqualTo("orders/2-A\norders/3-A\n");
        for (String json : List.of("*/*", "application/json, text/plain, */*", "text/plain;q=0, */*", "image/png")) {
            assertThat(server.post(ORDERS + "/next", "", "Accept", json).json().isObject())
                    .as(json)
                    .isTrue();
        }
        assertThat(text(server.post("/v1/shop/identities/bills/next", "", "Accept", "text/plain")))
                .isEqualTo("bills/1\n");
    }

    @Test
    void shouldShareItsCountersWithRavenDbsRoutes() {
        assertThat(next("tag=orders").number("High")).isEqualTo(32);
        assertThat(draw(ORDERS + "/next").number("number")).isEqualTo(33);
        assertThat(next("tag=orders").number("Low")).isEqualTo(34);
        assertThat(server.post(DB + "/identity/next?name=bills", "").number("NewIdentityValue"))
                .isEqualTo(1);
        assertThat(draw("/v1/shop/identities/Bills/next").text("id")).isEqualTo("Bills/2");
        assertThat(draw("/v1/shop/identities/bills/next").number("number")).isEqualTo(3);
    }

    @Test
    void shouldSpellIdsWithTheSeparatorOfTheDatabase() {
        server.put(DB + "/admin/configuration/client", "{\"IdentityPartsSeparator\":\"-\"}")
                .expect(204);

        assertThat(draw(ORDERS + "/next").text("id")).isEqualTo("orders-1-A");
        assertThat(range(5).text("prefix")).isEqualTo("orders-");
        assertThat(draw("/v1/shop/identities/bills/next").text("id")).isEqualTo("bills-1");
        assertThat(draw("/v1/shop/counters/a%20%C3%A4/next").text("id")).isEqualTo("a ä-1-A");
    }

    @Test
    void shouldReserveExactlySoManyNumbers() {
        Answer range = range(500);

        assertThat(range.number("first")).isEqualTo(1);
        assertThat(range.number("last")).isEqualTo(500);
        assertThat(range.text("prefix") + 7 + range.text("suffix")).isEqualTo("orders/7-A");
        assertThat(range(1).number("last")).as("no size is remembered").isEqualTo(501);
        assertThat(range(1_048_576).number("last")).isEqualTo(501 + 1_048_576);
    }

    @Test
    void shouldTakeTheRestOfARangeBackOnce() {
        Answer range = range(500);
        String place = range.header("Location").orElseThrow();
        assertThat(place).isEqualTo(ORDERS + "/leases/" + range.text("lease"));

        assertThat(server.delete(place + "?last=17", "").expect(200).json().toString())
                .isEqualTo("{\"accepted\":true,\"last\":17}");
        assertThat(server.delete(place + "?last=17", "").expect(200).flag("accepted"))
                .as("a repeated request")
                .isFalse();
        assertThat(range(10).number("first")).isEqualTo(18);
        assertThat(server.delete(place + "?last=17", "").expect(200).text("reason"))
                .isNotEmpty();
        assertThat(range(10).number("first")).isEqualTo(28);
    }

    @Test
    void shouldTakeAWhollyUnusedRangeBack() {
        draw(ORDERS + "/next");
        Answer range = range(10);

        assertThat(server.delete(range.header("Location").orElseThrow() + "?last=1", "")
                        .number("last"))
                .isEqualTo(1);
        assertThat(draw(ORDERS + "/next").number("number")).isEqualTo(2);
    }

    @Test
    void shouldTakeNothingBackOfARangeThatIsNotTheLatest() {
        String place = range(10).header("Location").orElseThrow();
        draw(ORDERS + "/next");

        Answer late = server.delete(place + "?last=3", "").expect(200);

        assertThat(late.flag("accepted")).isFalse();
        assertThat(late.has("last")).isFalse();
        assertThat(draw(ORDERS + "/next").number("number")).isEqualTo(12);
    }

    @Test
    void shouldRefuseAReturnThatContradictsItself() {
        draw(ORDERS + "/next?count=9");
        String place = range(10).header("Location").orElseThrow();

        for (String last : List.of("8", "20")) {
            Answer refused = server.delete(place + "?last=" + last, "").expect(400);
            assertThat(refused.text("detail")).contains("last=" + last);
        }
        assertThat(server.delete(place + "?last=19", "").number("last")).isEqualTo(19);
    }

    @Test
    void shouldTakeNothingBackForAnotherLifeOfTheDatabase() {
        String place = range(10).header("Location").orElseThrow();
        server.delete("/v1/databases/shop?erase=true", "").expect(200);
        server.put("/v1/databases/shop", "").expect(201);
        long first = range(10).number("first");

        assertThat(server.delete(place + "?last=3", "").expect(200).text("reason"))
                .isEqualTo("another-life");
        assertThat(draw(ORDERS + "/next").number("number")).isEqualTo(first + 10);
    }

    @Test
    void shouldRaiseOnlyUp() {
        assertThat(draw(ORDERS + "/raise?to=1000").json().toString()).isEqualTo("{\"name\":\"orders\",\"last\":1000}");
        assertThat(draw(ORDERS + "/raise?to=5").number("last")).isEqualTo(1_000);
        assertThat(draw(ORDERS + "/next").number("number")).isEqualTo(1_001);
        assertThat(draw("/v1/shop/identities/bills/raise?to=77").number("last")).isEqualTo(77);
        assertThat(draw("/v1/shop/identities/bills/raise?to=5").number("last")).isEqualTo(77);
        assertThat(draw("/v1/shop/identities/bills/next").text("id")).isEqualTo("bills/78");
    }

    /** The highest number of a counter; where slices exist it is lower. */
    long ceiling() {
        return Reservation.CEILING_JS_SAFE;
    }

    @ParameterizedTest
    @ValueSource(strings = {"counters/orders", "identities/bills"})
    void shouldLeapOnlyIfThatIsMeant(String what) {
        String raise = "/v1/shop/" + what + "/raise?to=";
        long far = Reservation.LEAP_MAX + 1;

        Answer refused = server.post(raise + far, "").expect(409);

        assertThat(refused.text("type")).endsWith("problem/leap");
        assertThat(refused.text("detail")).contains("stands at 0").contains("add leap=true");
        server.post(raise + far + "&leap=false", "").expect(409);
        assertThat(draw(raise + Reservation.LEAP_MAX).number("last")).isEqualTo(Reservation.LEAP_MAX);
        assertThat(draw(raise + (Reservation.LEAP_MAX + far - 1)).number("last"))
                .as("counted from where it stands")
                .isEqualTo(2 * Reservation.LEAP_MAX);
        long highest = what.startsWith("counters/") ? ceiling() : Reservation.CEILING_JS_SAFE;
        assertThat(draw(raise + highest + "&leap=true").number("last")).isEqualTo(highest);
    }

    @Test
    void shouldRefuseToRaiseBeyondTheCeilingInTheWordsOfTheRoute() {
        long beyond = ceiling() + 1;

        Answer refused =
                server.post(ORDERS + "/raise?leap=true&to=" + beyond, "").expect(400);

        assertThat(refused.text("detail"))
                .contains("to must be 0 to " + ceiling() + ": to=" + beyond)
                .doesNotContain("atLeast");
    }

    @Test
    void shouldRefuseBeyondTheCeiling() {
        draw(ORDERS + "/raise?leap=true&to=" + ceiling());

        Answer refused = server.post(ORDERS + "/next", "").expect(409);

        assertThat(refused.text("type")).endsWith("problem/exhausted");
        assertThat(refused.text("detail")).contains("Use another counter");
    }

    @Test
    void shouldRefuseACounterThatEndsWithAPipeInItsOwnWords() {
        String place = "/v1/shop/counters/a%7C";

        assertThat(server.post(place + "/next", "").expect(400).text("detail"))
                .contains("counter must not end with '|'", "counter=a|");
        assertThat(server.get(place + "/leases").expect(400).text("detail")).contains("counter must not end with '|'");
        assertThat(server.post("/v1/shop/identities/a%7C/next", "").expect(400).text("detail"))
                .contains("must not end with '|'");
    }

    @Test
    void shouldListCountersAndIdentitiesByPages() {
        for (String name : List.of("c", "a", "b")) {
            draw("/v1/shop/counters/" + name + "/next?count=2");
            draw("/v1/shop/identities/" + name + "/next");
        }
        Answer page = server.get("/v1/shop/counters?limit=2").expect(200);
        String ceiling = "{\"ceiling\":" + page.number("ceiling") + ",";
        assertThat(page.json().toString())
                .isEqualTo(ceiling
                        + "\"counters\":[{\"name\":\"a\",\"last\":2},{\"name\":\"b\",\"last\":2}],\"next\":\"b\"}");
        assertThat(server.get("/v1/shop/counters?limit=2&after=b").json().toString())
                .isEqualTo(ceiling + "\"counters\":[{\"name\":\"c\",\"last\":2}]}");
        assertThat(server.get("/v1/shop/counters/B").json().toString()).isEqualTo("{\"name\":\"b\",\"last\":2}");
        assertThat(server.get("/v1/shop/counters/none").expect(404).text("type"))
                .endsWith("not-found");

        Answer identities = server.get("/v1/shop/identities?limit=2").expect(200);
        assertThat(texts(identities.path("identities"))).containsExactly("a", "b");
        assertThat(identities.text("next")).isEqualTo("b");
        assertThat(server.get("/v1/shop/identities?after=B").json().toString())
                .isEqualTo("{\"identities\":[{\"name\":\"c\",\"last\":1}]}");
    }

    @Test
    void shouldListLeasesByPagesTheLatestFirst() {
        range(10);
        server.delete(range(10).header("Location").orElseThrow() + "?last=13", "");
        range(10);

        Answer page = server.get(ORDERS + "/leases?limit=2").expect(200);

        assertThat(page.at("/leases/0/first").asLong()).isEqualTo(14);
        assertThat(page.at("/leases/1/returned").asLong()).isEqualTo(13);
        assertThat(page.at("/leases/1/node").asText()).isEqualTo("A");
        Answer rest = server.get(ORDERS + "/leases?before=" + page.text("next")).expect(200);
        assertThat(rest.path("leases")).hasSize(1);
        assertThat(page.number("last")).isEqualTo(23);
        assertThat(server.get("/v1/shop/counters/none/leases")
                        .expect(200)
                        .json()
                        .toString())
                .isEqualTo("{\"last\":0,\"ceiling\":" + page.number("ceiling") + ",\"leases\":[]}");
        assertThat(rest.at("/leases/0/last").asLong()).isEqualTo(10);
        assertThat(rest.has("next")).isFalse();
    }

    @Test
    void shouldCreateShowListAndDeleteDatabases() {
        assertThat(server.put("/v1/databases/new", "").expect(201).text("name")).isEqualTo("new");
        assertThat(server.put("/v1/databases/NEW", "").expect(200).text("name")).isEqualTo("new");
        assertThat(server.get("/v1/databases/New").expect(200).text("name")).isEqualTo("new");
        assertThat(texts(server.get("/v1/databases").path("databases"))).containsExactly("new", "shop");
        assertThat(server.get("/v1/databases?limit=1").text("next")).isEqualTo("new");
        assertThat(texts(server.get("/v1/databases?after=new").path("databases")))
                .containsExactly("shop");
        server.delete("/v1/databases/new", "").expect(200);
        server.get("/v1/databases/new").expect(404);
        server.delete("/v1/databases/new", "").expect(404);
    }

    @ParameterizedTest
    @CsvSource({
        "POST,/counters/orders/next",
        "POST,/counters/orders/ranges?count=1",
        "POST,/counters/orders/raise?to=1",
        "DELETE,/counters/orders/leases/a.1.1.1?last=1",
        "POST,/identities/bills/next",
        "POST,/identities/bills/raise?to=1",
        "GET,/counters",
        "GET,/counters/orders",
        "GET,/counters/orders/leases",
        "GET,/identities"
    })
    void shouldNotMakeADatabaseByATypingError(String method, String target) {
        Answer refused = server.send(method, "/v1/shoop" + target, "").expect(404);

        assertThat(refused.header("Content-Type")).hasValue("application/problem+json");
        assertThat(refused.text("type")).endsWith("database-missing");
        assertThat(refused.text("detail")).contains("PUT /v1/databases/shoop");
        assertThat(refused.text("instance")).isEqualTo("/v1/shoop" + target);
        assertThat(refused.integer("status")).isEqualTo(404);
        assertThat(names()).containsExactly("shop");
    }

    @Test
    void shouldGoOnWhereItStoodAfterARestart() {
        draw(ORDERS + "/next?count=5");
        String place = range(10).header("Location").orElseThrow();
        server.restart();

        assertThat(draw(ORDERS + "/next").number("number")).isGreaterThan(15);
        assertThat(server.delete(place + "?last=7", "").expect(200).flag("accepted"))
                .isFalse();
    }
}
