package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.server.TestServer.Answer;
import io.mintmark.web.access.Callers;
import io.mintmark.web.access.principal.DatabaseAccess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The holder of a number, as the plain API names it to those who may read. */
class WhoHoldsTest {
    private static final String ORDERS = "/v1/shop/counters/orders";

    @TempDir
    Path directory;

    private Callers callers;

    @AutoClose
    private TestServer server;

    @BeforeEach
    void start() {
        callers = new Callers(directory)
                .operator("ada")
                .on("web", "shop", DatabaseAccess.READ_WRITE)
                .on("batch", "shop", DatabaseAccess.READ_WRITE)
                .on("reader", "shop", DatabaseAccess.READ)
                .on("stranger", "other", DatabaseAccess.READ);
        server = TestServer.start(directory);
        server.put("/v1/databases/shop", "", callers.as("ada")).expect(201);
        server.put("/v1/databases/other", "", callers.as("ada")).expect(201);
    }

    private Answer range(String caller, int count) {
        return server.post(ORDERS + "/ranges?count=" + count, "", callers.as(caller))
                .expect(201);
    }

    private Answer of(Object number) {
        return server.get(ORDERS + "/numbers/" + number, callers.as("reader"));
    }

    @Test
    void shouldNameThePrincipalTheAddressTheNodeAndTheTime() {
        range("web", 10);
        Answer second = range("batch", 5);

        Answer answer = of(12).expect(200);

        assertThat(answer.number("number")).isEqualTo(12);
        assertThat(answer.text("answer")).isEqualTo("held");
        assertThat(answer.at("/lease/principal").asText()).isEqualTo("batch");
        assertThat(answer.at("/lease/client").asText()).isEqualTo("127.0.0.1");
        assertThat(answer.at("/lease/node").asText()).isEqualTo("A");
        assertThat(answer.at("/lease/first").asLong()).isEqualTo(11);
        assertThat(answer.at("/lease/last").asLong()).isEqualTo(15);
        assertThat(answer.at("/lease").has("returned")).isFalse();
        assertThat(answer.text("text"))
                .isEqualTo("12 went to batch at 127.0.0.1, with 11 to 15, from node A at "
                        + answer.at("/lease/reserved").asText() + ".");
        server.delete(second.header("Location").orElseThrow() + "?last=12", "", callers.as("batch"))
                .expect(200);
        assertThat(of(12).at("/lease/returned").asLong()).isEqualTo(12);
        assertThat(of(13).text("answer")).isEqualTo("not-reserved");
        assertThat(of(13).number("last")).isEqualTo(12);
    }

    @Test
    void shouldShowThePrincipalInTheListOfLeases() {
        range("web", 10);

        Answer list = server.get(ORDERS + "/leases", callers.as("reader")).expect(200);

        assertThat(list.at("/leases/0/principal").asText()).isEqualTo("web");
    }

    @Test
    void shouldSayWhyANumberIsAGap() {
        range("web", 10);
        server.post(ORDERS + "/raise?to=100", "", callers.as("web")).expect(200);

        Answer answer = of(50).expect(200);

        assertThat(answer.text("answer")).isEqualTo("gap");
        assertThat(answer.text("reason")).isEqualTo("raised");
        assertThat(answer.text("text"))
                .startsWith("50 is a gap: nobody got it, and nobody will. The counter was raised");
    }

    /** Ten thousand ranges in a row are cut from numbers ahead sooner or later, each with its holder. */
    @Test
    void shouldNameTheHolderOfARangeThatWasCutAhead() {
        List<Answer> ranges = new ArrayList<>();
        while (ranges.size() < 3_000
                || server.get(ORDERS, callers.as("web")).number("last")
                        == ranges.get(ranges.size() - 1).number("last")) {
            assertThat(ranges).as("a busy counter is served from numbers ahead").hasSizeLessThan(100_000);
            ranges.add(range(ranges.size() % 2 == 0 ? "web" : "batch", 4));
        }
        for (int i = 0; i < ranges.size(); i += 97) {
            Answer answer = of(ranges.get(i).number("first") + 1).expect(200);
            assertThat(answer.text("answer")).as(answer.toString()).isEqualTo("held");
            assertThat(answer.at("/lease/principal").asText()).isEqualTo(i % 2 == 0 ? "web" : "batch");
            assertThat(answer.at("/lease/first").asLong())
                    .isEqualTo(ranges.get(i).number("first"));
        }
        server.close();
        server = TestServer.start(directory);

        Answer last = ranges.get(ranges.size() - 1);
        assertThat(of(last.number("last")).at("/lease/first").asLong()).isEqualTo(last.number("first"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "01", "orders-12-A", "9007199254740992", "1e3", "12345678901234567890"})
    void shouldRefuseWhatIsNoNumber(String number) {
        assertThat(of(number).expect(400).text("detail")).contains("number must be 1 to 9007199254740991");
    }

    @Test
    void shouldTellOnlyThoseWhoMayRead() {
        range("web", 10);

        server.get(ORDERS + "/numbers/1", callers.as("stranger")).expect(403);
        server.get(ORDERS + "/numbers/1").expect(403);
        assertThat(of(1).expect(200).text("answer")).isEqualTo("held");
        server.get("/v1/nowhere/counters/orders/numbers/1", callers.as("ada")).expect(404);
    }
}
