package io.mintmark.web.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.mintmark.protocol.ErrorType;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RouterTest {
    private static final Reply OK = Reply.empty(200);

    private final Endpoint next = request -> OK;
    private final Endpoint docs = request -> OK;
    private final Router router = new Router()
            .add("GET", "/databases/{db}/hilo/next", next)
            .add("GET", "/databases/{db}/docs", docs)
            .add("PUT", "/databases/{name}/docs", next)
            .add("GET", "/databases/stats/docs", next);

    private Destination find(String method, String... segments) {
        return router.find(method, List.of(segments));
    }

    @Test
    void matchesLiteralSegmentsIgnoringAsciiCase() {
        Destination match = find("GET", "DataBases", "Shop", "HiLo", "NEXT");

        assertThat(match.endpoint()).isSameAs(next);
        assertThat(match.parts()).isEqualTo(Map.of("db", "Shop"));
    }

    @Test
    void doesNotFoldLettersBeyondAscii() {
        // KELVIN SIGN lower-cases to k.
        Router kilo = new Router().add("GET", "/k", next);

        assertThat(kilo.find("GET", List.of("\u212A")).endpoint()).isNotSameAs(next);
    }

    @Test
    void prefersLiteralAndFallsBackToNamedSegments() {
        assertThat(find("GET", "databases", "stats", "docs").endpoint()).isSameAs(next);
        assertThat(find("GET", "databases", "stats", "hilo", "next").parts()).containsEntry("db", "stats");
    }

    @Test
    void namesPartsAsTheirOwnPatternDoes() {
        assertThat(find("PUT", "databases", "a", "docs").parts()).isEqualTo(Map.of("name", "a"));
    }

    @Test
    void refusesUnknownPathByMethodAndPath() {
        assertThatExceptionOfType(ApiException.class)
                .isThrownBy(() -> refused("GET", "nowhere"))
                .withMessage("There is no route GET /nowhere.")
                .satisfies(e -> assertThat(e.type()).isEqualTo(ErrorType.ROUTE_NOT_FOUND));
    }

    @Test
    void refusesWrongMethodNamingTheRightOnes() {
        assertThatExceptionOfType(ApiException.class)
                .isThrownBy(() -> refused("POST", "databases", "a", "docs"))
                .withMessage("There is no route POST /databases/a/docs. This path answers GET, HEAD, PUT.")
                .satisfies(e -> assertThat(e.type().status()).isEqualTo(405))
                .satisfies(e -> assertThat(e.headers()).containsEntry("Allow", "GET, HEAD, PUT"));
    }

    @Test
    void shouldAnswerHeadByTheRouteOfGet() {
        assertThat(find("HEAD", "databases", "stats", "hilo", "next").parts()).containsEntry("db", "stats");
        assertThat(find("HEAD", "databases", "a", "docs").endpoint()).isSameAs(docs);
    }

    @Test
    void shouldPreferARouteOfItsOwnForHead() {
        router.add("HEAD", "/databases/{db}/docs", next);

        assertThat(find("HEAD", "databases", "a", "docs").endpoint()).isSameAs(next);
    }

    @Test
    void shouldLeadHeadToNothingThatChangesSomething() {
        router.addChanging("GET", "/draw", next);

        assertThatExceptionOfType(ApiException.class)
                .isThrownBy(() -> refused("HEAD", "draw"))
                .withMessage("There is no route HEAD /draw. This path answers GET.");
    }

    @Test
    void neverTakesNothingForANamedSegment() {
        assertThatExceptionOfType(ApiException.class).isThrownBy(() -> refused("GET", "databases", "", "docs"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"%zz", "a=%", "a=1&%ff=2", "%C3&%A9"})
    void refusesAMalformedQueryWhetherOrNotAnybodyWouldLook(String query) {
        assertThatExceptionOfType(ApiException.class)
                .isThrownBy(() -> router.find("GET", "/databases/a/docs?" + query))
                .withMessageStartingWith("Malformed percent-encoding");
    }

    @Test
    void findsTheSameWithAQuery() {
        assertThat(router.find("GET", "/databases/a%20b/docs?id=%41/b").parts()).isEqualTo(Map.of("db", "a b"));
        assertThat(router.find("GET", "/databases/a/docs?").path()).isEqualTo("/databases/a/docs");
    }

    @Test
    void refusesRouteAddedTwice() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> router.add("GET", "/databases/{x}/docs", docs))
                .withMessageContaining("once");
    }

    @SuppressWarnings("NullAway") // An endpoint that refuses looks at nothing of the request.
    private void refused(String method, String... segments) {
        Request none = Request.headOf(null, "");
        find(method, segments).endpoint().answer(none);
    }
}
