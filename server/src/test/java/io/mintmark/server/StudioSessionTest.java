package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.protocol.Routes;
import io.mintmark.server.TestServer.Answer;
import io.mintmark.support.Eventually;
import io.mintmark.support.RecordedLog;
import io.mintmark.web.access.Callers;
import io.mintmark.web.tls.TestCertificate;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sessions of browsers: what begins one, what it is worth, what ends it. */
class StudioSessionTest {
    private static final String TAB = "Mintmark-Tab";

    @AutoClose
    private final RecordedLog log = RecordedLog.of("io.mintmark.web.access");

    private Callers callers;

    @AutoClose
    private TestServer server;

    /** Both halves of a session. */
    private record Session(String cookie, String tab) {
        String[] whole() {
            return new String[] {"Cookie", cookie, TAB, tab};
        }
    }

    @BeforeEach
    void start(@TempDir Path directory) {
        callers = new Callers(directory).operator("ada").operator("grace").nothing("nobody");
        server = TestServer.start(directory);
    }

    private Session signIn(String name) {
        Answer answer = server.post(Routes.SESSION, "", callers.as(name)).expect(201);
        String cookie = answer.header("Set-Cookie").orElseThrow();
        return new Session(cookie.substring(0, cookie.indexOf(';')), answer.text("Tab"));
    }

    private Answer ask(String... headers) {
        return server.get(Routes.ADMIN_ACCESS, headers);
    }

    @Test
    void shouldStandForWhoSignedIn() {
        Session session = signIn("ada");

        ask(session.whole()).expect(200);
        assertThat(server.get(Routes.WHO_AM_I, session.whole()).expect(200).text("Name"))
                .isEqualTo("ada");
        server.get(Routes.ADMIN_ACCESS, signIn("nobody").whole()).expect(403);
    }

    @Test
    void shouldBeWorthNothingByHalves() {
        Session session = signIn("ada");
        Session other = signIn("grace");

        ask("Cookie", session.cookie()).expect(403);
        ask(TAB, session.tab()).expect(403);
        ask("Cookie", session.cookie(), TAB, other.tab()).expect(403);
        ask("Cookie", session.cookie() + "; " + other.cookie(), TAB, other.tab())
                .expect(200);
    }

    @Test
    void shouldSayWhatToDoWhereASessionIsNotKnown() {
        Session session = signIn("ada");
        server.restart();

        Answer refused = ask(session.whole()).expect(403);

        assertThat(refused.text("Message")).contains("Sign in again");
    }

    @Test
    void shouldEndWithItsPrincipalAndWithItsCredential() {
        Session removed = signIn("grace");
        Session replaced = signIn("nobody");
        server.delete(Routes.ADMIN_ACCESS + "?name=grace", "", callers.as("ada"))
                .expect(204);
        server.post(Routes.ADMIN_ACCESS_ROTATE + "?name=nobody", "{}", callers.as("ada"))
                .expect(201);

        ask(removed.whole()).expect(403);
        server.get(Routes.WHO_AM_I, replaced.whole()).expect(403);
    }

    /** An open page asks again and again, and its address is an honest person's. */
    @Test
    void shouldEndWithoutTakingItsPageForAGuesser() {
        Session replaced = signIn("nobody");
        server.post(Routes.ADMIN_ACCESS_ROTATE + "?name=nobody", "{}", callers.as("ada"))
                .expect(201);

        for (int i = 0; i < 40; i++) {
            Answer refused = server.get(Routes.WHO_AM_I, replaced.whole()).expect(403);
            assertThat(refused.text("Message")).contains("was replaced", "Sign in again");
            assertThat(refused.header("Connection")).isEmpty();
        }
        assertThat(log.lines("does not know")).isEmpty();
    }

    @Test
    void shouldEndWhenSomebodySignsOut() {
        Session session = signIn("ada");
        Session another = signIn("ada");

        Answer answer = server.delete(Routes.SESSION, "", session.whole()).expect(204);

        assertThat(answer.header("Set-Cookie").orElseThrow()).contains("Max-Age=0");
        ask(session.whole()).expect(403);
        ask(another.whole()).expect(200);
    }

    /** A thousand are kept; one principal with many must not end the sessions of others. */
    @Test
    void shouldForgetOfWhoHasMostTheSessionThatWasUsedLeastLately() {
        Session one = signIn("ada");
        Session another = signIn("ada");
        Session first = signIn("nobody");
        Session second = signIn("nobody");
        for (int i = 0; i < 996; i++) {
            Session ignored = signIn("nobody");
        }
        server.get(Routes.WHO_AM_I, first.whole()).expect(200);

        Session ignored = signIn("nobody");

        ask(one.whole()).expect(200);
        ask(another.whole()).expect(200);
        server.get(Routes.WHO_AM_I, first.whole()).expect(200);
        server.get(Routes.WHO_AM_I, second.whole()).expect(403);
        ask(signIn("grace").whole()).expect(200);
    }

    @Test
    void shouldRefuseWhatOtherPagesSendWithACookie() {
        Session session = signIn("ada");
        String[] fromAnotherSite = {"Cookie", session.cookie(), TAB, session.tab(), "Origin", "http://evil.example"};
        String[] fromAnotherPort = {"Cookie", session.cookie(), TAB, session.tab(), "Origin", "http://127.0.0.1:1"};

        server.put("/v1/databases/shop", "", fromAnotherSite).expect(403);
        server.put("/v1/databases/shop", "", fromAnotherPort).expect(403);
        server.post(Routes.SESSION, "", "Sec-Fetch-Site", "cross-site").expect(403);
        server.put("/v1/databases/shop", "", session.whole()).expect(201);
    }

    @Test
    void shouldKeepCookiesFromScriptsAndFromOtherSites() {
        String cookie = server.post(Routes.SESSION, "", callers.as("ada"))
                .expect(201)
                .header("Set-Cookie")
                .orElseThrow();

        assertThat(cookie)
                .startsWith("mintmark-" + server.url().getPort() + "=")
                .contains("; HttpOnly", "; SameSite=Strict", "; Path=/")
                .doesNotContain("Secure", "Domain");
    }

    @Test
    void shouldBindCookiesToTheirHostOverTls(@TempDir Path directory) {
        TestCertificate certificate = TestCertificate.named("server").make();
        Callers known = new Callers(directory).operator("ada");
        try (TestServer plain = TestServer.start(ServerSettings.builder(directory)
                .tls(TlsSettings.of(certificate.writePem(directory.resolve("server.pem")))))) {
            TestServer tls = plain.seenBy(TestCertificate.onlyTrusting(certificate));

            String cookie = tls.post(Routes.SESSION, "", known.as("ada"))
                    .expect(201)
                    .header("Set-Cookie")
                    .orElseThrow();

            assertThat(cookie).startsWith("__Host-mintmark-").contains("; Secure", "; HttpOnly", "; SameSite=Strict");
        }
    }

    /** A listener on the way could take the session over. */
    @Test
    void shouldRefuseToBeginWithoutTlsBeyondTheMachine(@TempDir Path directory) {
        Callers known = new Callers(directory).operator("ada");
        try (TestServer seen = TestServer.start(
                ServerSettings.builder(directory).publicUrl(URI.create("http://mintmark.example:8080")))) {
            Answer refused = seen.post(Routes.SESSION, "", known.as("ada")).expect(400);

            assertThat(refused.text("Message"))
                    .contains("Browsers sign in over TLS", "with --certificate, or with the https URL");
        }
    }

    /** Another site can make a browser send a cookie, and nothing else; a thief has a cookie without its tab. */
    @Test
    void shouldRefuseEachForgedRequest() {
        Session session = signIn("ada");
        server.put("/v1/databases/shop", "", session.whole()).expect(201);
        List<String> senders = List.of("http://evil.example", "http://127.0.0.1:1", "https://127.0.0.1", "null");

        for (String method : List.of("GET", "PUT", "DELETE")) {
            server.send(method, Routes.ADMIN_ACCESS, "", "Cookie", session.cookie())
                    .expect(403);
        }
        for (String origin : senders) {
            server.post("/v1/shop/counters/orders/next", "", "Cookie", session.cookie(), "Origin", origin)
                    .expect(403);
            server.delete("/v1/databases/shop", "", withOrigin(session, origin)).expect(403);
            server.delete(Routes.SESSION, "", withOrigin(session, origin)).expect(403);
            server.post(Routes.SESSION, "", "Origin", origin, "Authorization", "Bearer " + callers.token("ada"))
                    .expect(403);
        }
        assertThat(server.get("/v1/shop/counters/orders", session.whole()).status())
                .isEqualTo(404);
    }

    private static String[] withOrigin(Session session, String origin) {
        return new String[] {"Cookie", session.cookie(), TAB, session.tab(), "Origin", origin};
    }

    /** Browsers let no script read such an answer, for no header allows it, nor ask whether it may. */
    @Test
    void shouldAllowNoOtherSiteToAskOrToRead() {
        Session session = signIn("ada");

        Answer asked = server.send(
                "OPTIONS",
                Routes.ADMIN_ACCESS,
                "",
                "Origin",
                "http://evil.example",
                "Access-Control-Request-Method",
                "GET",
                "Access-Control-Request-Headers",
                TAB);

        assertThat(asked.status()).isGreaterThanOrEqualTo(400);
        for (Answer answer : List.of(asked, ask(withOrigin(session, "http://evil.example")))) {
            assertThat(answer.response().headers().map().keySet())
                    .noneMatch(name -> name.toLowerCase(Locale.ROOT).startsWith("access-control-"));
        }
    }

    @Test
    void shouldOpenNoWebSocketForAForgedHandshake() {
        Session session = signIn("ada");
        server.put("/v1/databases/shop", "", session.whole()).expect(201);
        URI url = server.url();

        assertThat(ChangesSocket.status(server.client(), url, "shop", "Cookie", session.cookie()))
                .isEqualTo(403);
        assertThat(ChangesSocket.status(server.client(), url, "shop", TAB, session.tab()))
                .isEqualTo(403);
        for (String origin : List.of("http://evil.example", "http://127.0.0.1:1")) {
            assertThat(ChangesSocket.status(server.client(), url, "shop", withOrigin(session, origin)))
                    .as(origin)
                    .isEqualTo(403);
        }
        assertThat(ChangesSocket.status(server.client(), url, "shop", session.whole()))
                .isEqualTo(101);
    }

    /** Also where a command on the machine removes it, which no request tells of. */
    @Test
    void shouldEndSoonAfterItsPrincipalIsRemovedFromTheFile() {
        Session session = signIn("grace");
        ask(session.whole()).expect(200);

        callers.remove("grace");

        Eventually.until("the session ended", () -> ask(session.whole()).status() == 403);
    }

    @Test
    void shouldStandForTheSenderOfRequestsInsideAnotherOne() {
        Session session = signIn("ada");
        server.put("/v1/databases/shop", "", session.whole()).expect(201);
        server.put("/databases/shop/docs?id=users/1", "{}", session.whole()).expect(201);
        String parts = "{\"Requests\":[{\"Url\":\"/databases/shop/docs\",\"Query\":\"?id=users/1\"}]}";

        Answer answer =
                server.post("/databases/shop/multi_get", parts, session.whole()).expect(200);

        assertThat(answer.json().path("Results").path(0).path("StatusCode").asInt())
                .isEqualTo(200);
    }

    @Test
    void shouldTakeATokenBeforeASession() {
        Session session = signIn("ada");
        String[] both = {
            "Cookie", session.cookie(), TAB, session.tab(), "Authorization", "Bearer " + callers.token("nobody")
        };

        assertThat(server.get(Routes.WHO_AM_I, both).expect(200).text("Name")).isEqualTo("nobody");
    }

    /** A browser shows its certificate with all that it sends, whoever signed in on the page by a token. */
    @Test
    void shouldStandForWhoSignedInAlsoWhereTheBrowserShowsACertificate(@TempDir Path directory) {
        TestCertificate certificate = TestCertificate.named("server").make();
        TestCertificate shown = TestCertificate.named("browser").withoutHost().make();
        Callers known = new Callers(directory).nothing("ada").operator("browser", shown);
        try (TestServer plain = TestServer.start(ServerSettings.builder(directory)
                .tls(TlsSettings.of(certificate.writePem(directory.resolve("server.pem")))))) {
            TestServer browser = plain.seenBy(shown.trusting(certificate));
            Answer begun = browser.post(Routes.SESSION, "", known.as("ada")).expect(201);
            String cookie = begun.header("Set-Cookie").orElseThrow();
            String[] whole = {"Cookie", cookie.substring(0, cookie.indexOf(';')), TAB, begun.text("Tab")};

            assertThat(begun.text("Name")).isEqualTo("ada");
            assertThat(browser.get(Routes.WHO_AM_I).text("Name")).isEqualTo("browser");
            assertThat(browser.get(Routes.WHO_AM_I, whole).expect(200).text("Name"))
                    .isEqualTo("ada");
            browser.get(Routes.ADMIN_ACCESS, whole).expect(403);

            browser.delete(Routes.SESSION, "", whole).expect(204);
            assertThat(browser.get(Routes.WHO_AM_I, whole).expect(403).text("Message"))
                    .contains("Sign in again");
        }
    }

    @Test
    void shouldBeWantedByNobodyWhereNobodyIsAsked(@TempDir Path directory) {
        try (TestServer open = TestServer.start(directory)) {
            open.post(Routes.SESSION, "").expect(400);
            open.get(Routes.ADMIN_DATABASES + "?name=shop", TAB, "0").expect(404);
        }
    }
}
