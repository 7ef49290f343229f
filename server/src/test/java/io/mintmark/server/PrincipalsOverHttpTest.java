package io.mintmark.server;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.mintmark.server.TestServer.Answer;
import io.mintmark.support.Eventually;
import io.mintmark.web.access.Callers;
import io.mintmark.web.access.principal.AccessFile;
import io.mintmark.web.access.principal.AccessListException;
import io.mintmark.web.access.principal.DatabaseAccess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Principals of a running server: let in, seen by what they may see, changed by operators, gone when they are removed. */
class PrincipalsOverHttpTest {
    private static final String DB = OverHttp.DB;

    @TempDir
    Path directory;

    private Callers callers;

    @AutoClose
    private TestServer server;

    @BeforeEach
    void start() {
        callers = new Callers(directory)
                .operator("ada")
                .on("backend", "shop", DatabaseAccess.READ_WRITE)
                .on("other", "archive", DatabaseAccess.ADMIN);
        server = TestServer.start(directory);
        for (String name : List.of("archive", "Shop", "third")) {
            server.put("/admin/databases?name=" + name, "{}", callers.as("ada"));
        }
    }

    private List<String> databases(String caller, String query) {
        List<String> names = new ArrayList<>();
        server.get("/databases?namesOnly=true" + query, callers.as(caller))
                .path("Databases")
                .forEach(name -> names.add(name.asText()));
        return names;
    }

    @Test
    void shouldListOnlyWhatACallerMayKnowOf() {
        assertThat(databases("ada", "")).containsExactly("archive", "Shop", "third");
        assertThat(databases("backend", "")).containsExactly("Shop");
        assertThat(databases("other", "")).containsExactly("archive");
        assertThat(databases("other", "&start=1")).isEmpty();
        assertThat(databases("other", "&pageSize=0")).isEmpty();
    }

    @Test
    void shouldNotTellWhetherADatabaseExistsThatACallerMayNotKnowOf() {
        server.put("/databases/archive/admin/configuration/client", "{}", callers.as("ada"));
        for (String path : List.of("/databases/%s/docs?id=1", "/topology?name=%s")) {
            Answer there = server.get(
                    String.format(path, "archive"),
                    fields("backend", "Client-Configuration-Etag", "0", "Topology-Etag", "0"));
            Answer missing = server.get(
                    String.format(path, "missing"),
                    fields("backend", "Client-Configuration-Etag", "0", "Topology-Etag", "0"));

            assertThat(missing.status()).isEqualTo(403).isEqualTo(there.status());
            assertThat(missing.text("Message").replace("missing", "archive")).isEqualTo(there.text("Message"));
            assertThat(missing.response().headers().map().keySet())
                    .isEqualTo(there.response().headers().map().keySet());
        }
    }

    /** A reply to somebody whom nobody judged, because no route took the request or none could. */
    @Test
    void shouldNotTellStrangersByRefreshHeadersWhichDatabasesThereAre() {
        server.put(
                "/databases/archive/admin/configuration/client",
                "{\"MaxNumberOfRequestsPerSession\":9}",
                callers.as("ada"));
        for (String path : List.of("/databases/%s/nothing", "/databases/%s/queries", "/databases/%s/docs?id=%%ff")) {
            Answer there = server.get(String.format(path, "archive"), "Client-Configuration-Etag", "0");
            Answer missing = server.get(String.format(path, "missing"), "Client-Configuration-Etag", "0");

            assertThat(there.status()).isEqualTo(missing.status()).isGreaterThanOrEqualTo(400);
            assertThat(there.response().headers().map().keySet())
                    .isEqualTo(missing.response().headers().map().keySet());
        }
        assertThat(server.get("/databases/archive/docs?id=1", fields("other", "Client-Configuration-Etag", "0"))
                        .header("Refresh-Client-Configuration"))
                .hasValue("true");
    }

    private String[] fields(String caller, String... more) {
        List<String> all = new ArrayList<>(List.of(callers.as(caller)));
        all.addAll(List.of(more));
        return all.toArray(String[]::new);
    }

    @Test
    void shouldJudgeRequestsInsideAnotherAsTheirSenders() {
        callers.on("reader", "shop", DatabaseAccess.READ);
        restart();
        String inner = "{\"Requests\":[{\"Url\":\"/databases/shop/docs\",\"Query\":\"?id=1\"},"
                + "{\"Url\":\"/databases/shop/hilo/next\",\"Query\":\"?tag=x\",\"Headers\":{\"Authorization\":\"Bearer "
                + callers.token("ada") + "\"}}]}";

        JsonNode results =
                server.post(DB + "/multi_get", inner, callers.as("reader")).path("Results");

        assertThat(results.path(0).path("StatusCode").asInt()).isEqualTo(404);
        assertThat(results.path(1).path("StatusCode").asInt())
                .as("a token inside is not the sender's")
                .isEqualTo(403);
    }

    private void restart() {
        server.restart();
    }

    @Test
    void shouldAddRotateListAndRemoveForOperators() {
        Answer added = server.put(
                        "/admin/access?name=new%20one", "{\"Permissions\":{\"shop\":\"Read\"}}", callers.as("ada"))
                .expect(201);
        assertThat(added.header("Cache-Control")).hasValue("no-store");
        String token = added.text("Token");
        assertThat(statusAs(token)).isEqualTo(404);

        Answer rotated = server.post("/admin/access/rotate?name=NEW%20ONE", "", callers.as("ada"));
        assertThat(statusAs(token)).isEqualTo(403);
        assertThat(statusAs(rotated.text("Token"))).isEqualTo(404);
        Answer kept = server.post("/admin/access/rotate?name=new%20one", "{\"KeepOldSeconds\":60}", callers.as("ada"));
        assertThat(statusAs(rotated.text("Token"))).isEqualTo(404);
        assertThat(statusAs(kept.text("Token"))).isEqualTo(404);

        Answer list = server.get("/admin/access", callers.as("ada"));
        assertThat(list.path("Principals")).hasSize(4);
        assertThat(list.toString()).doesNotContain(token).contains("\"Permissions\":{\"shop\":\"Read\"}");

        server.delete("/admin/access?name=new%20one", "", callers.as("ada")).expect(204);
        assertThat(statusAs(kept.text("Token"))).isEqualTo(403);
        assertThat(new AccessFile(directory).read().orElseThrow().find("new one"))
                .isEmpty();
    }

    private int statusAs(String token) {
        return server.get(DB + "/docs?id=1", "Authorization", "bearer " + token).status();
    }

    @Test
    void shouldRegisterListAndRemoveCertificatesAsRavenDbsClientsDo() throws IOException {
        String certificate = new String(
                Objects.requireNonNull(getClass().getResourceAsStream("client-certificate.txt"))
                        .readAllBytes(),
                US_ASCII);
        String body = "{\"Name\":\"backend 2\",\"Certificate\":\"" + certificate.strip()
                + "\",\"SecurityClearance\":\"ValidUser\",\"Permissions\":{\"Shop\":\"ReadWrite\"},\"Password\":null}";

        server.put("/admin/certificates", body, callers.as("ada")).expect(201);

        JsonNode known = server.get("/admin/certificates?start=0&pageSize=10", callers.as("ada"))
                .path("Results");
        assertThat(known).hasSize(1);
        assertThat(known.at("/0/Name").asText()).isEqualTo("backend 2");
        assertThat(known.at("/0/SecurityClearance").asText()).isEqualTo("ValidUser");
        assertThat(known.at("/0/Permissions/shop").asText()).isEqualTo("ReadWrite");
        assertThat(known.at("/0/NotAfter").asText()).matches("20\\d\\d-.*\\.0000000Z");
        assertRefused(
                server.put(
                        "/admin/access?name=twin",
                        "{\"Permissions\":{},\"Certificate\":\"" + certificate.strip() + "\"}",
                        callers.as("ada")),
                "known as 'backend 2' already");
        String thumbprint = known.at("/0/Thumbprint").asText();
        assertThat(thumbprint).matches("[0-9A-F]{40}");
        assertThat(server.get("/admin/certificates?thumbprint=" + "0".repeat(40), callers.as("ada"))
                        .path("Results"))
                .isEmpty();
        server.delete("/admin/certificates?thumbprint=" + thumbprint, "", callers.as("ada"))
                .expect(204);
        assertThat(new AccessFile(directory).read().orElseThrow().find("backend 2"))
                .isEmpty();

        String whole = "{\"Permissions\":{},\"Certificate\":\"" + certificate.strip() + "\"}";
        server.put("/admin/access?name=whole", whole, callers.as("ada")).expect(201);
        assertRefused(server.put("/admin/certificates", body, callers.as("ada")), "known as 'whole' already");
    }

    @Test
    void shouldRefuseWhatWouldLockEverybodyOutOrIsNotMeant() {
        assertRefused(server.delete("/admin/access?name=ada", "", callers.as("ada")), "last operator");
        assertRefused(server.put("/admin/access?name=ada", "{\"Permissions\":{}}", callers.as("ada")), "already");
        assertRefused(server.put("/admin/access?name=x", "{}", callers.as("ada")), "Permissions");
        assertRefused(server.put("/admin/access?name=x", "{\"Clearance\":1}", callers.as("ada")), "Clearance");
        assertRefused(
                server.put("/admin/access?name=x", "{\"SecurityClearance\":\"ClusterAdmin\"}", callers.as("ada")),
                "ClusterAdmin");
        assertRefused(
                server.put("/admin/access?name=x", "{\"Permissions\":{\"shop\":\"All\"}}", callers.as("ada")), "'All'");
        assertRefused(
                server.put(
                        "/admin/access?name=x",
                        "{\"Permissions\":{},\"NotAfter\":\"2020-01-01T00:00:00Z\"}",
                        callers.as("ada")),
                "lie ahead");
        assertRefused(
                server.put("/admin/access?name=x", "{\"Permissions\":{},\"Thumbprint\":\"ab\"}", callers.as("ada")),
                "'ab'");
        assertRefused(
                server.put("/admin/access?name=x", "{\"Permissions\":{},\"Certificate\":\"AAAA\"}", callers.as("ada")),
                "X.509");
        assertRefused(server.put("/admin/access?name=x", "no", callers.as("ada")), "JSON");
        assertRefused(server.put("/admin/access?name=a%0Ab", "{\"Permissions\":{}}", callers.as("ada")), "U+000A");
    }

    private static void assertRefused(Answer answer, String message) {
        OverHttp.assertRefused(answer, "System.ArgumentException", message);
    }

    /** A reader of the first of them, such as a proxy, would take it for another grant than the one that is made. */
    @Test
    void shouldGrantNothingByABodyThatSaysTwoThings() {
        for (String body : List.of(
                "{'Permissions':{'shop':'Read','shop':'Admin'}}",
                "{'Permissions':{},'SecurityClearance':'ValidUser','SecurityClearance':'Operator'}",
                "{'Permissions':{}} {'SecurityClearance':'Operator'}",
                "{'Permissions':{}}}")) {
            Answer refused = server.put("/admin/access?name=eve", body.replace('\'', '"'), callers.as("ada"))
                    .expect(400);
            assertThat(refused.text("Message")).contains("one JSON object", "once");
        }
        assertThat(server.get("/admin/access", callers.as("ada")).json().toString())
                .doesNotContain("eve");
    }

    @Test
    void shouldTellCallersWhatTheyMayDo() {
        JsonNode ada = server.get("/certificates/whoami", callers.as("ada")).json();
        assertThat(ada.path("SecurityClearance").asText()).isEqualTo("Operator");
        JsonNode backend =
                server.get("/certificates/whoami", callers.as("backend")).json();
        assertThat(backend.path("Name").asText()).isEqualTo("backend");
        assertThat(backend.path("SecurityClearance").asText()).isEqualTo("ValidUser");
        assertThat(backend.at("/Permissions/shop").asText()).isEqualTo("ReadWrite");
    }

    @Test
    void shouldNotLetTheFirstCallerBecomeTheOperator(@TempDir Path open) {
        server.close();
        server = TestServer.start(open);

        for (Answer answer : List.of(
                server.get("/admin/access"),
                server.put("/admin/access?name=mallory", "{\"SecurityClearance\":\"Operator\"}"),
                server.post("/admin/access/rotate?name=mallory", ""),
                server.delete("/admin/access?name=mallory", ""))) {
            OverHttp.assertRefused(answer, "InvalidOperationException", "mintmark access add");
        }
        assertThat(open.resolve(AccessFile.NAME)).doesNotExist();
    }

    @Test
    void shouldEnforceOnLoopbackAsSoonAsItIsSetUp(@TempDir Path open) {
        server.close();
        server = TestServer.start(open);
        server.get("/databases").expect(200);

        Callers first = new Callers(open).operator("ada");

        Eventually.until(() -> server.get("/databases").status() == 403);
        server.get("/databases", first.as("ada")).expect(200);
        server.get("/healthcheck").expect(204);
    }

    @Test
    void shouldNotStartWithAListThatCannotBeUsed() throws IOException {
        server.close();
        Files.writeString(directory.resolve(AccessFile.NAME), "damaged");

        assertThatThrownBy(() -> TestServer.start(directory))
                .isInstanceOf(AccessListException.class)
                .hasMessageContaining(directory.resolve(AccessFile.NAME).toString())
                .hasMessageContaining("put a good copy back");

        Files.delete(directory.resolve(AccessFile.NAME));
        assertThatThrownBy(() -> TestServer.start(directory))
                .isInstanceOf(AccessListException.class)
                .hasMessageContainingAll("is missing", "access.lock", "put the list back", "remove access.lock");

        Files.delete(directory.resolve("access.lock"));
        server = TestServer.start(directory);
    }

    @Test
    void shouldNotReplaceEverybodyWhenTheFileIsGone() throws IOException {
        Files.delete(directory.resolve(AccessFile.NAME));

        Answer failed = server.put("/admin/access?name=x", "{\"Permissions\":{}}", callers.as("ada"));

        assertThat(failed.status()).as("no request is to blame").isEqualTo(500);
        assertThat(failed.text("Type")).isEqualTo("System.Exception");
        assertThat(failed.text("Message")).contains("is gone", "incident");
        assertThat(directory.resolve(AccessFile.NAME)).doesNotExist();
        server.get("/databases", callers.as("backend")).expect(200);
    }

    @Test
    void shouldNotObeyAnOperatorWhoWasRemovedAMomentAgo() {
        String more = "{\"SecurityClearance\":\"Operator\"}";
        for (int i = 0; i < 5; i++) {
            callers.operator("bob" + i);
            restart();
            callers.remove("bob" + i);

            server.put("/admin/access?name=mallory" + i, more, callers.as("bob" + i))
                    .expect(403);
        }
        assertThat(new AccessFile(directory).read().orElseThrow().principals()).hasSize(3);
    }

    @Test
    void shouldCountOnlyOperatorsWhoCanCall() {
        callers.operatorUntil("former", Instant.parse("2020-01-01T00:00:00Z"));
        restart();
        String thumbprint = "{\"Thumbprint\":\"" + "ab".repeat(20) + "\"";

        assertRefused(server.delete("/admin/access?name=ada", "", callers.as("ada")), "last operator");
        assertRefused(
                server.post("/admin/access/rotate?name=ada", thumbprint + "}", callers.as("ada")), "KeepOldSeconds");
        server.post("/admin/access/rotate?name=ada", thumbprint + ",\"KeepOldSeconds\":60}", callers.as("ada"))
                .expect(201);
        server.get("/admin/access", callers.as("ada")).expect(200);
    }

    @Test
    void shouldEndTheConnectionOfAGuesserAndAnswerGoodCallersOfTheSameAddress() {
        int closed = 0;
        for (int i = 0; i < 40; i++) {
            Answer guess = server.get(DB + "/docs?id=1", "Authorization", "Bearer guess-" + i)
                    .expect(403);
            closed += guess.header("Connection").filter("close"::equals).isPresent() ? 1 : 0;
            server.get(DB + "/docs?id=1", callers.as("backend")).expect(404);
        }
        assertThat(closed).isEqualTo(10);
    }
}
