package io.mintmark.server;

import static io.mintmark.server.TestServer.encoded;
import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.protocol.Routes;
import io.mintmark.server.TestServer.Answer;
import io.mintmark.support.RecordedLog;
import io.mintmark.web.access.AuditLog;
import io.mintmark.web.access.Callers;
import io.mintmark.web.access.principal.DatabaseAccess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The audit log has a line for each change, whoever asked for it, and nothing that should stay between two. */
class AuditOverHttpTest {
    private static final String DB = OverHttp.DB;

    @AutoClose
    private final RecordedLog log = RecordedLog.atInfo(AuditLog.LOGGER);

    private Callers callers;

    @AutoClose
    private TestServer server;

    @BeforeEach
    void start(@TempDir Path directory) {
        callers = new Callers(directory).operator("ada").on("shopper", "shop", DatabaseAccess.READ);
        start(ServerSettings.builder(directory).audit(true).auditNumbers(true).auditWrites(true));
    }

    private void start(ServerSettings.Builder settings) {
        server = TestServer.start(settings);
        server.put("/admin/databases?name=shop", "{}", callers.as("ada"));
    }

    /** Starts again with what is told unless more is asked for. */
    private void startWithTheUsual(Path directory) {
        server.close();
        log.events().clear();
        start(ServerSettings.builder(directory).audit(true));
    }

    /** Stops the server, after which every request has been told, and returns the lines. */
    private List<String> lines() {
        server.close();
        return log.lines();
    }

    @Test
    void shouldTellWhoChangedWhatAndWhatCameOfIt() {
        String[] ada = callers.as("ada");
        server.get(DB + "/hilo/next?tag=orders", ada);
        server.put(DB + "/hilo/return?tag=orders&end=32&last=5&lease=secret", "", ada);
        server.put(DB + "/hilo/return?tag=orders&end=32&last=5", "", ada);
        server.post(DB + "/identity/next?name=bills", "", ada);
        server.post(DB + "/identity/seed?name=bills&value=9", "", ada);
        server.put(DB + "/docs?id=Raven/Hilo/orders", "{\"Max\":1000,\"@metadata\":{\"@collection\":\"@hilo\"}}", ada);
        server.put(DB + "/docs?id=users/1", "{\"secret\":1}", ada);
        server.post(DB + "/bulk_docs", "{\"Commands\":[]}", ada);
        server.post(DB + "/bulk_insert?id=3", "[]", ada);
        server.get(DB + "/hilo/next?tag=orders", callers.as("shopper"));
        server.get(DB + "/hilo/next", ada);
        server.delete("/admin/databases", "{\"HardDelete\":true,\"DatabaseNames\":[\"shop\",\"none\"]}", ada);

        String from = "by=\"ada\" from=\"127.0.0.1\" ";
        String shop = from + "database=\"shop\" ";
        assertThat(lines())
                .containsExactlyInAnyOrder(
                        "sign-in by=\"ada\" from=\"127.0.0.1\" outcome=\"done\"",
                        "sign-in by=\"shopper\" from=\"127.0.0.1\" outcome=\"done\"",
                        "create " + from + "name=\"shop\" outcome=\"done\"",
                        "reserve " + shop + "tag=\"orders\" outcome=\"done\"",
                        "return " + shop + "tag=\"orders\" end=\"32\" last=\"5\" outcome=\"ignored\"",
                        "return " + shop + "tag=\"orders\" end=\"32\" last=\"5\" outcome=\"accepted\"",
                        "reserve-identity " + shop + "name=\"bills\" outcome=\"done\"",
                        "seed " + shop + "name=\"bills\" value=\"9\" outcome=\"done\"",
                        "raise " + shop + "id=\"Raven/Hilo/orders\" outcome=\"done\"",
                        "write " + shop + "id=\"users/1\" outcome=\"done\"",
                        "write " + shop + "outcome=\"done\"",
                        "write " + shop + "id=\"3\" outcome=\"done\"",
                        "reserve by=\"shopper\" from=\"127.0.0.1\" database=\"shop\" tag=\"orders\" outcome=\"refused 403\"",
                        "reserve " + shop + "outcome=\"refused 400 System.ArgumentException\"",
                        "delete " + from + "name=\"shop\" outcome=\"done\"",
                        "delete " + from + "name=\"none\" outcome=\"ignored\"");
    }

    @Test
    void shouldTellWhatIsDoneByThePlainApiInTheSameWords() {
        String[] ada = callers.as("ada");
        server.put("/v1/databases/new", "", ada).expect(201);
        server.put("/v1/databases/new", "", ada).expect(200);
        server.delete("/v1/databases/none", "", ada).expect(404);
        server.post("/v1/shop/counters/orders/next", "", ada);
        String place = server.post("/v1/shop/counters/orders/ranges?count=5", "", ada)
                .header("Location")
                .orElseThrow();
        server.delete(place + "?last=3", "", ada);
        server.delete(place + "?last=3", "", ada);
        server.post("/v1/shop/counters/orders/raise?to=50", "", ada);
        server.post("/v1/shop/identities/bills/next", "", ada);
        server.post("/v1/shop/identities/bills/raise?to=9", "", ada);
        server.post("/v1/shoop/counters/orders/next", "", ada);
        server.post("/v1/shop/counters/orders/next", "", callers.as("shopper"));
        server.delete("/v1/databases/new?erase=true", "", ada);

        String from = "by=\"ada\" from=\"127.0.0.1\" ";
        String shop = from + "database=\"shop\" ";
        assertThat(lines())
                .containsExactlyInAnyOrder(
                        "sign-in by=\"ada\" from=\"127.0.0.1\" outcome=\"done\"",
                        "sign-in by=\"shopper\" from=\"127.0.0.1\" outcome=\"done\"",
                        "create " + from + "name=\"shop\" outcome=\"done\"",
                        "create " + from + "database=\"new\" outcome=\"done\"",
                        "create " + from + "database=\"new\" outcome=\"ignored\"",
                        "delete " + from + "database=\"none\" outcome=\"refused 404"
                                + " Raven.Client.Exceptions.Database.DatabaseDoesNotExistException\"",
                        "reserve " + shop + "counter=\"orders\" outcome=\"done\"",
                        "reserve " + shop + "counter=\"orders\" outcome=\"done\"",
                        "return " + shop + "counter=\"orders\" last=\"3\" outcome=\"accepted\"",
                        "return " + shop + "counter=\"orders\" last=\"3\" outcome=\"ignored\"",
                        "raise " + shop + "counter=\"orders\" to=\"50\" outcome=\"done\"",
                        "reserve-identity " + shop + "identity=\"bills\" outcome=\"done\"",
                        "seed " + shop + "identity=\"bills\" to=\"9\" outcome=\"done\"",
                        "reserve " + from + "database=\"shoop\" counter=\"orders\" outcome=\"refused 404"
                                + " Raven.Client.Exceptions.Database.DatabaseDoesNotExistException\"",
                        "reserve by=\"shopper\" from=\"127.0.0.1\" database=\"shop\" counter=\"orders\""
                                + " outcome=\"refused 403\"",
                        "delete " + from + "database=\"new\" outcome=\"done\"");
    }

    /** A line that says who did something must not name somebody who did nothing. */
    @Test
    void shouldTellWhatWasChangedFromWhatWasAskedForInVain() {
        String[] ada = callers.as("ada");
        String index = Bodies.indexes(Bodies.counting("first", "Orders", "Name", "Firsts"));
        server.put(DB + "/admin/indexes", index, ada).expect(201);
        server.delete(DB + "/indexes?name=first", "", ada).expect(204);
        server.delete(DB + "/indexes?name=first", "", ada).expect(204);
        server.post(DB + "/identity/seed?name=bills&value=9", "", ada).expect(200);
        server.post(DB + "/identity/seed?name=bills&value=5", "", ada).expect(200);
        server.post(DB + "/identity/seed?name=bills&value=5&force=true", "", ada)
                .expect(200);
        server.post(DB + "/identity/seed?name=bills&value=5", "", ada).expect(200);
        server.post("/v1/shop/identities/bills/raise?to=4", "", ada).expect(200);
        server.post("/v1/shop/counters/orders/raise?to=50", "", ada).expect(200);
        server.post("/v1/shop/counters/orders/raise?to=50", "", ada).expect(200);
        server.post("/v1/shop/counters/orders/raise?to=20", "", ada).expect(200);
        server.put("/admin/databases?name=other", "{}", ada);
        server.delete("/admin/databases", "{\"DatabaseNames\":[\"shop\",\"none\",\"other\"]}", ada);

        String from = " by=\"ada\" from=\"127.0.0.1\" ";
        String shop = from + "database=\"shop\" ";
        assertThat(lines().stream().skip(3))
                .containsExactlyInAnyOrder(
                        "delete-index" + shop + "name=\"first\" outcome=\"done\"",
                        "delete-index" + shop + "name=\"first\" outcome=\"ignored\"",
                        "seed" + shop + "name=\"bills\" value=\"9\" outcome=\"done\"",
                        "seed" + shop + "name=\"bills\" value=\"5\" outcome=\"ignored\"",
                        "seed" + shop + "name=\"bills\" value=\"5\" force=\"true\" outcome=\"done\"",
                        "seed" + shop + "name=\"bills\" value=\"5\" outcome=\"ignored\"",
                        "seed" + shop + "identity=\"bills\" to=\"4\" outcome=\"ignored\"",
                        "raise" + shop + "counter=\"orders\" to=\"50\" outcome=\"done\"",
                        "raise" + shop + "counter=\"orders\" to=\"50\" outcome=\"ignored\"",
                        "raise" + shop + "counter=\"orders\" to=\"20\" outcome=\"ignored\"",
                        "create" + from + "name=\"other\" outcome=\"done\"",
                        "delete" + from + "name=\"shop\" name=\"other\" outcome=\"done\"",
                        "delete" + from + "name=\"none\" outcome=\"ignored\"");
    }

    @Test
    void shouldTellWhatWasDeletedBeforeARequestFailed(@TempDir Path other) throws IOException {
        callers = new Callers(other).operator("ada");
        startWithTheUsual(other);
        String[] ada = callers.as("ada");
        server.put("/admin/databases?name=broken", "{}", ada);
        Path file = other.resolve("database-2.sqlite");
        Files.delete(file);
        Files.createDirectories(file.resolve("full"));

        Answer failed = server.delete(
                "/admin/databases", "{\"HardDelete\":true,\"DatabaseNames\":[\"shop\",\"broken\",\"next\"]}", ada);

        assertThat(failed.status()).isGreaterThanOrEqualTo(500);
        String delete = "delete by=\"ada\" from=\"127.0.0.1\" name=";
        assertThat(lines().stream().filter(line -> line.startsWith("delete")))
                .satisfiesExactly(
                        line -> assertThat(line).isEqualTo(delete + "\"shop\" outcome=\"done\""),
                        line -> assertThat(line)
                                .startsWith(delete + "\"broken\" name=\"next\" outcome=")
                                .doesNotContain("done"));
    }

    /** Nobody refused it: a part of it, or all, is stored. */
    @Test
    void shouldNotTellAsRefusedWhatMayHaveBeenDone(@TempDir Path other) {
        callers = new Callers(other).operator("ada");
        startWithTheUsual(other);
        String[] ada = callers.as("ada");
        String index = Bodies.indexes(Bodies.counting("first", "Users", "Name", "Firsts"));
        server.put(DB + "/admin/indexes", index, ada).expect(201);
        server.post(DB + "/admin/indexes/stop?name=first", "", ada).expect(204);
        server.post(
                        DB + "/bulk_docs?waitForIndexesTimeout=00:00:00.1",
                        batch("users/2", "Raven\\/H\\u0069Lo/orders"),
                        ada)
                .expect(500);
        server.post(DB + "/bulk_insert?id=3", "[{\"Id\":\"users/1\",\"Type\":\"PUT\",\"Document\":{}},{}]", ada)
                .expect(400);

        server.get(DB + "/docs?id=users/1", ada).expect(200);
        server.get(DB + "/docs?id=users/2", ada).expect(200);
        String shop = " by=\"ada\" from=\"127.0.0.1\" database=\"shop\" ";
        assertThat(lines().stream().filter(line -> line.startsWith("raise") || line.startsWith("write")))
                .containsExactly(
                        "raise" + shop + "id=\"Raven/HiLo/orders\" outcome=\"failed 500"
                                + " Raven.Client.Exceptions.RavenTimeoutException\"",
                        "write" + shop + "id=\"3\" outcome=\"failed 400 System.IO.InvalidDataException\"");
    }

    /** Its line is written before the first byte leaves, and nobody knows then how it ends. */
    @Test
    void shouldTellThatABackupBegan() {
        server.post(Routes.ADMIN_BACKUP, "", callers.as("ada")).expect(200);

        assertThat(lines()).contains("backup by=\"ada\" from=\"127.0.0.1\" outcome=\"begun\"");
    }

    @Test
    void shouldNotTellAsDoneThatAnEndedOperationWasKilled() {
        String[] ada = callers.as("ada");
        server.post(DB + "/bulk_insert?id=3", "[]", ada).expect(201);
        server.post(DB + "/operations/kill?id=3", "", ada).expect(204);
        long id = server.get(DB + "/operations/next-operation-id", ada).number("Id");
        server.post(DB + "/operations/kill?id=" + id, "", ada).expect(204);

        String kill = "kill by=\"ada\" from=\"127.0.0.1\" database=\"shop\" id=";
        assertThat(lines().stream().filter(line -> line.startsWith("kill")))
                .containsExactly(kill + "\"3\" outcome=\"ignored\"", kill + "\"" + id + "\" outcome=\"done\"");
    }

    @Test
    void shouldTellChangesOfAccessWithoutTheToken() {
        String token = server.put("/admin/access?name=new", "{\"Permissions\":{}}", callers.as("ada"))
                .text("Token");

        assertThat(lines())
                .contains(
                        "access-changed name=\"new\" clearance=\"no database\" outcome=\"added\"",
                        "change-access by=\"ada\" from=\"127.0.0.1\" name=\"new\" clearance=\"no database\" outcome=\"done\"")
                .noneMatch(line -> line.contains(token.substring(9)));
    }

    @Test
    void shouldKeepForgedLinesAndMembersInTheirQuotes() {
        String forged = "x\" by=\"bob\nreserve by=\"bob\u2028" + "y".repeat(1_000);
        server.get(DB + "/hilo/next?tag=" + encoded(forged), callers.as("ada"));

        assertThat(lines().get(2))
                .startsWith("reserve by=\"ada\" ")
                .contains("tag=\"x\\\" by=\\\"bob\\u000areserve by=\\\"bob\\u2028yyy")
                .hasSizeLessThan(500);
    }

    @Test
    void shouldTellNumbersAndDocumentsOnlyWhereTheyAreAskedFor(@TempDir Path other) {
        callers = new Callers(other).operator("ada");
        startWithTheUsual(other);
        String[] ada = callers.as("ada");
        server.get(DB + "/hilo/next?tag=orders", ada);
        server.put(DB + "/hilo/return?tag=orders&end=32&last=5", "", ada);
        server.post(DB + "/identity/next?name=bills", "", ada);
        server.post("/v1/shop/counters/orders/next", "", ada);
        server.put(DB + "/docs?id=users/1", "{}", ada);
        server.post(DB + "/bulk_docs", batch("users/2"), ada);
        server.post(DB + "/identity/seed?name=bills&value=9", "", ada);
        server.post("/v1/shop/counters/orders/raise?to=50", "", ada);
        server.put(DB + "/docs?id=raven/hilo/orders", "{\"Max\":1000,\"@metadata\":{\"@collection\":\"@hilo\"}}", ada);
        server.post(DB + "/bulk_docs", batch("users/3", "Raven\\/H\\u0069Lo/orders"), ada);
        server.post(DB + "/bulk_insert?id=3", "[]", ada);

        String shop = " by=\"ada\" from=\"127.0.0.1\" database=\"shop\" ";
        assertThat(lines().stream().skip(2))
                .containsExactlyInAnyOrder(
                        "seed" + shop + "name=\"bills\" value=\"9\" outcome=\"done\"",
                        "raise" + shop + "counter=\"orders\" to=\"50\" outcome=\"done\"",
                        "raise" + shop + "id=\"raven/hilo/orders\" outcome=\"done\"",
                        "raise" + shop + "id=\"Raven/HiLo/orders\" outcome=\"done\"",
                        "write" + shop + "id=\"3\" outcome=\"done\"");
    }

    /** Ids compare by their key forms, in which three letters are a small i, and templates make some of them. */
    @Test
    void shouldTellOfACounterHoweverItIsNamed(@TempDir Path other) {
        callers = new Callers(other).operator("ada");
        startWithTheUsual(other);
        String[] ada = callers.as("ada");
        String hilo = "{\"Max\":1000,\"@metadata\":{\"@collection\":\"@hilo\"}}";
        server.put(DB + "/docs?id=" + encoded("Raven/H\u0130lo/orders"), hilo, ada)
                .expect(201);
        server.post(DB + "/bulk_docs", batch("users/3", "Raven/H\u0130lo/bills"), ada)
                .expect(201);
        server.put(DB + "/docs?id=Raven/Hilo%7C", hilo, ada).expect(201);

        assertThat(server.get("/v1/shop/counters/orders", ada).expect(200).number("last"))
                .isEqualTo(1000);
        assertThat(lines().stream().skip(2))
                .hasSize(3)
                .allSatisfy(
                        line -> assertThat(line).startsWith("raise by=\"ada\"").endsWith("outcome=\"done\""));
    }

    /** It hides the document, and the counter goes on where it stands. */
    @Test
    void shouldNotTellThatTheDeletionOfAHiLoDocumentRaisesACounter() {
        String[] ada = callers.as("ada");
        server.post(DB + "/bulk_docs", batch("Raven/Hilo/orders", "Raven/Hilo/bills"), ada)
                .expect(201);
        server.delete(DB + "/docs?id=Raven/Hilo/orders", "", ada).expect(204);
        server.post(
                        DB + "/bulk_docs",
                        "{\"Commands\":[{\"Type\":\"DELETE\",\"Id\":\"Raven/Hilo/bills\"},"
                                + batch("Raven/Hilo/orders", "users/1").substring("{\"Commands\":[".length()),
                        ada)
                .expect(201);

        String shop = " by=\"ada\" from=\"127.0.0.1\" database=\"shop\" ";
        assertThat(lines().stream().skip(2))
                .containsExactlyInAnyOrder(
                        "raise" + shop + "id=\"Raven/Hilo/orders\" id=\"Raven/Hilo/bills\" outcome=\"done\"",
                        "write" + shop + "id=\"Raven/Hilo/orders\" outcome=\"done\"",
                        "raise" + shop + "id=\"Raven/Hilo/orders\" outcome=\"ignored\"",
                        "write" + shop + "id=\"users/1\" id=\"Raven/Hilo/bills\" outcome=\"done\"");
    }

    /** Its other members are stored, and the counter goes on where it stands. */
    @Test
    void shouldTellThatAHiLoDocumentBelowItsCounterRaisedNothing() {
        String[] ada = callers.as("ada");
        server.post("/v1/shop/counters/orders/raise?to=2000", "", ada).expect(200);
        server.put(DB + "/docs?id=Raven/Hilo/orders", "{\"Max\":10,\"@metadata\":{\"@collection\":\"@hilo\"}}", ada)
                .expect(201);
        server.post(DB + "/bulk_docs", batch("Raven/Hilo/orders", "Raven/Hilo/bills", "users/1"), ada)
                .expect(201);
        String[] many = IntStream.range(0, 9_500).mapToObj(i -> "u/" + i).toArray(String[]::new);
        many[5_000] = "Raven/Hilo/orders";
        server.post(DB + "/bulk_docs", batch(many), ada).expect(201);

        String shop = " by=\"ada\" from=\"127.0.0.1\" database=\"shop\" ";
        assertThat(lines().stream().skip(3))
                .containsExactlyInAnyOrder(
                        "raise" + shop + "id=\"Raven/Hilo/orders\" outcome=\"ignored\"",
                        "raise" + shop + "id=\"Raven/Hilo/bills\" outcome=\"done\"",
                        "raise" + shop + "id=\"Raven/Hilo/orders\" outcome=\"ignored\"",
                        "write" + shop + "id=\"users/1\" outcome=\"done\"",
                        "raise" + shop + "outcome=\"ignored\"",
                        "write" + shop + "outcome=\"done\"");
    }

    /** Its ids are not read, and a counter among them is raised all the same. */
    @Test
    void shouldTellOfACounterAmongVeryMany(@TempDir Path other) {
        callers = new Callers(other).operator("ada");
        startWithTheUsual(other);
        String[] many = IntStream.range(0, 9_500).mapToObj(i -> "u/" + i).toArray(String[]::new);
        server.post(DB + "/bulk_docs", batch(many), callers.as("ada")).expect(201);
        many[5_000] = "Raven/Hilo/orders";
        server.post(DB + "/bulk_docs", batch(many), callers.as("ada")).expect(201);

        assertThat(lines().stream().skip(2))
                .containsExactly("raise by=\"ada\" from=\"127.0.0.1\" database=\"shop\" outcome=\"done\"");
    }

    private static String batch(String... ids) {
        return Stream.of(ids)
                .map(id -> "{\"Type\":\"PUT\",\"Id\":\"" + id
                        + "\",\"Document\":{\"Max\":2000,\"@metadata\":{\"@collection\":\""
                        + (id.toLowerCase(Locale.ROOT).startsWith("raven") ? "@hilo" : "Users") + "\"}}}")
                .collect(Collectors.joining(",", "{\"Commands\":[", "]}"));
    }

    @Test
    void shouldNameTheIdThatCameOfATemplate() {
        String[] ada = callers.as("ada");
        server.put(DB + "/docs?id=users/", "{}", ada);
        server.put(DB + "/docs?id=users%7C", "{}", ada);
        String guid = server.put(DB + "/docs", "{}", ada).text("Id");
        server.post(DB + "/bulk_docs", batch("bills|", "Raven/Hilo/orders", "users/ada"), ada);
        server.delete(DB + "/docs?id=users/ada", "", ada);

        String shop = " by=\"ada\" from=\"127.0.0.1\" database=\"shop\" ";
        assertThat(lines().stream().skip(2))
                .satisfiesExactlyInAnyOrder(
                        line -> assertThat(line).matches("write" + shop + "id=\"users/0{18}[0-9]-A\" outcome=\"done\""),
                        line -> assertThat(line).isEqualTo("write" + shop + "id=\"users/1\" outcome=\"done\""),
                        line -> assertThat(line).isEqualTo("write" + shop + "id=\"" + guid + "\" outcome=\"done\""),
                        line -> assertThat(line)
                                .isEqualTo("raise" + shop + "id=\"Raven/Hilo/orders\" outcome=\"done\""),
                        line -> assertThat(line)
                                .isEqualTo("write" + shop + "id=\"bills/1\" id=\"users/ada\" outcome=\"done\""),
                        line -> assertThat(line).isEqualTo("write" + shop + "id=\"users/ada\" outcome=\"done\""));
    }

    @Test
    void shouldTellWhoSignsInOnceAndWhoFails() {
        server.get(DB + "/stats", callers.as("ada"));
        server.get(DB + "/stats", callers.as("shopper"));
        server.get(DB + "/stats", callers.as("shopper"));
        String[] stranger = {"Authorization", "Bearer mintmark_" + "0".repeat(48)};
        server.get(DB + "/stats", stranger).expect(403);
        server.get(DB + "/stats", stranger).expect(403);
        server.get(DB + "/stats").expect(403);

        assertThat(lines().stream().filter(line -> line.startsWith("sign-in ")))
                .containsExactly(
                        "sign-in by=\"ada\" from=\"127.0.0.1\" outcome=\"done\"",
                        "sign-in by=\"shopper\" from=\"127.0.0.1\" outcome=\"done\"",
                        "sign-in by=\"\" from=\"127.0.0.1\" outcome=\"refused 403\"");
    }

    @Test
    void shouldTellNothingUnlessAsked(@TempDir Path other) {
        server.close();
        log.events().clear();
        server = TestServer.start(other);
        server.createDatabase("shop");
        server.get(DB + "/hilo/next?tag=orders");

        assertThat(lines()).isEmpty();
    }

    @Test
    void shouldTellWhatIsGrantedToWhom() {
        String[] ada = callers.as("ada");
        server.put("/admin/access?name=bob", "{\"SecurityClearance\":\"Operator\"}", ada);
        server.put("/admin/access?name=eve", "{\"Permissions\":{\"a\":\"Read\",\"Shop\":\"Admin\"}}", ada);
        server.put("/admin/certificates", "{\"Name\":\"mallory\",\"SecurityClearance\":\"Operator\"}", ada);
        server.post("/admin/access/rotate?name=eve", "", ada);
        server.delete("/admin/access?name=eve", "", ada);

        String by = "change-access by=\"ada\" from=\"127.0.0.1\" ";
        String granted = " allow=\"a=read-only\" allow=\"shop=admin\" outcome=";
        assertThat(lines())
                .contains(
                        by + "name=\"bob\" clearance=\"operator\" outcome=\"done\"",
                        "access-changed name=\"bob\" clearance=\"operator\" outcome=\"added\"",
                        by + "name=\"eve\"" + granted + "\"done\"",
                        "access-changed name=\"eve\"" + granted + "\"added\"",
                        "access-changed name=\"eve\"" + granted + "\"changed\"",
                        "access-changed name=\"eve\" outcome=\"removed\"",
                        by
                                + "name=\"mallory\" clearance=\"operator\" outcome=\"refused 400 System.ArgumentException\"");
    }

    @Test
    void shouldNameWhatIndexesAndBatchesAreAbout() {
        String[] ada = callers.as("ada");
        String maps = "\"Maps\":[\"from order in docs.Orders select new { order.Name }\"]";
        server.put(
                DB + "/indexes",
                "{\"Indexes\":[{\"Fields\":{\"Name\":{}},\"Name\":\"first\"," + maps + "},{" + maps
                        + ",\"Name\":\"second\"},{\"Name\":3}]}",
                ada);
        server.post(DB + "/indexes/set-priority", "{\"Priority\":\"High\",\"IndexNames\":[\"none\",\"nor\"]}", ada);
        server.delete(DB + "/indexes/errors?name=none&name=nor", "", ada);
        server.post(
                DB + "/bulk_docs",
                "{\"Commands\":[{\"Type\":\"PUT\",\"Id\":\"users/1\",\"Document\":{\"Id\":\"secret\"}},"
                        + "{\"Type\":\"DELETE\",\"Id\":\"users/2\"}]}",
                ada);
        server.put(DB + "/docs?id=users/3", "{\"Commands\":[{\"Id\":\"forged\"}]}", ada);

        String shop = " by=\"ada\" from=\"127.0.0.1\" database=\"shop\" ";
        assertThat(lines())
                .anyMatch(line -> line.startsWith("put-index" + shop + "name=\"first\" name=\"second\" outcome="))
                .anyMatch(line -> line.startsWith(
                        "set-index-priority" + shop + "name=\"none\" name=\"nor\" priority=\"High\" outcome="))
                .anyMatch(line -> line.startsWith("forget-index-errors" + shop + "name=\"none\" name=\"nor\" outcome="))
                .contains(
                        "write" + shop + "id=\"users/1\" id=\"users/2\" outcome=\"done\"",
                        "write" + shop + "id=\"users/3\" outcome=\"done\"");
    }

    @Test
    void shouldTellAllDatabasesThatAreDeletedAndDeleteNoneThatIsNoText() {
        String[] ada = callers.as("ada");
        server.put("/admin/databases?name=123", "{}", ada);

        OverHttp.assertRefused(
                server.delete("/admin/databases", "{\"DatabaseNames\":[\"shop\",123]}", ada),
                "System.ArgumentException",
                "123");
        server.get("/admin/databases?name=123", ada).expect(200);
        server.get("/admin/databases?name=shop", ada).expect(200);

        String many = IntStream.range(0, 45).mapToObj(i -> "\"n" + i + "\"").collect(Collectors.joining(","));
        server.delete("/admin/databases", "{\"DatabaseNames\":[" + many + "]}", ada);
        List<String> told =
                lines().stream().filter(line -> line.contains("name=\"n")).toList();
        assertThat(told)
                .hasSize(3)
                .allMatch(line -> line.startsWith("delete by=\"ada\" ") && line.endsWith("\"ignored\""));
        assertThat(String.join("", told))
                .contains(IntStream.range(0, 45)
                        .mapToObj(i -> "name=\"n" + i + "\"")
                        .toArray(String[]::new));
    }
}
