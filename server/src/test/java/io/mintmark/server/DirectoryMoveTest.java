package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.mintmark.MintmarkException;
import io.mintmark.server.maintenance.DirectoryMove;
import io.mintmark.server.maintenance.Maintenance;
import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.engine.RestoredStore;
import io.mintmark.storage.lifecycle.Moved;
import io.mintmark.storage.lifecycle.MovedTable;
import io.mintmark.storage.lifecycle.Progress;
import io.mintmark.storage.postgresql.TestEngine;
import io.mintmark.storage.postgresql.TestPostgres;
import io.mintmark.support.Eventually;
import io.mintmark.support.Folders;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The databases of a directory in PostgreSQL: whole, continued, and in one place only. */
@Timeout(120)
class DirectoryMoveTest {
    private static final int DOCUMENTS = 2_500;

    /** A directory that a server filled and left, which each test has a copy of. */
    private static Path filled;

    @TempDir
    private Path directory;

    private String url = TestPostgres.fresh();

    @BeforeAll
    static void fillOne(@TempDir Path prepared) {
        filled = prepared;
        try (TestServer server = TestServer.start(prepared)) {
            fill(server);
        }
    }

    private TestServer onDirectory() {
        return TestServer.start(directory);
    }

    private TestServer onStore() {
        return TestServer.start(ServerSettings.builder(directory).store(StoreSettings.of(url)));
    }

    private List<Moved> move(Progress progress) {
        try (DirectoryMove move = DirectoryMove.open(directory, StoreSettings.of(url))) {
            return move.run(progress);
        }
    }

    private static long identity(TestServer server) {
        return server.post("/databases/shop/identity/next?name=bills&raft-request-id=one", "")
                .number("NewIdentityValue");
    }

    private void fill() {
        Folders.copy(filled, directory);
    }

    private static void fill(TestServer server) {
        for (String name : List.of("shop", "gone", "empty")) {
            server.createDatabase(name);
        }
        for (int from = 0; from < DOCUMENTS; from += 500) {
            Stream<String> commands = IntStream.range(from, from + 500)
                    .mapToObj(i -> Bodies.put("users/" + i, Bodies.in("Users", "'Name':'\u00e4" + i + "'")));
            server.post("/databases/shop/bulk_docs", Bodies.batch(commands)).expect(201);
        }
        assertThat(server.low("shop", "orders")).isEqualTo(1);
        assertThat(server.low("shop", "orders")).isEqualTo(33);
        assertThat(identity(server)).isEqualTo(1);
        assertThat(server.low("gone", "orders")).isEqualTo(1);
        server.delete("/admin/databases", "{\"DatabaseNames\":[\"gone\"],\"HardDelete\":true}")
                .expect(200);
        server.put("/databases/shop/admin/configuration/client", "{\"MaxNumberOfRequestsPerSession\":77}");
        server.put("/admin/configuration/client", "{\"MaxNumberOfRequestsPerSession\":99}");
    }

    /** Returns ids with their change vectors and contents. */
    private static Set<String> documents(TestServer server) {
        Set<String> all = new TreeSet<>();
        JsonNode results = server.get("/databases/shop/docs?pageSize=10000").path("Results");
        for (JsonNode document : results) {
            if (!document.at("/@metadata/@id").asText().startsWith("Raven/")) {
                all.add(document.toString());
            }
        }
        return all;
    }

    private static int configured(TestServer server, String database) {
        return server.get("/databases/" + database + "/configuration/client")
                .at("/Configuration/MaxNumberOfRequestsPerSession")
                .asInt();
    }

    @Test
    void shouldTakeAlongWhereDatabasesBeginThatAreMadeAfterARaise() {
        fill();
        try (RestoredStore raised = Maintenance.of(directory).openRestored()) {
            raised.raiseWhatIsShared(100_000);
        }
        assertThat(move(Progress.NONE)).isNotEmpty();

        try (TestServer server = onStore()) {
            server.createDatabase("later");
            assertThat(server.low("later", "orders")).isEqualTo(100_001);
        }
    }

    @Test
    void shouldBringEverythingAndGoOnWhereTheDirectoryStopped() {
        fill();
        Set<String> before;
        JsonNode counted;
        try (TestServer server = onDirectory()) {
            before = documents(server);
            counted = server.get("/databases/shop/collections/stats").json();
        }
        List<String> told = new ArrayList<>();

        List<Moved> moved = move((doing, done, total) -> told.add(doing + " " + done + "/" + total));

        assertThat(moved).extracting(Moved::database).containsExactly("empty", "shop");
        Moved shop = moved.get(1);
        assertThat(shop.count(MovedTable.COUNTER)).isEqualTo(1);
        assertThat(shop.count(MovedTable.IDENTITY)).isEqualTo(1);
        assertThat(shop.count(MovedTable.DOCUMENT)).isEqualTo(DOCUMENTS);
        assertThat(told)
                .contains("shop: document 1000/2500", "shop: document 2500/2500", "shop: document compared 2000/2500");
        try (TestServer server = onStore()) {
            assertThat(before).hasSize(DOCUMENTS);
            assertThat(documents(server)).isEqualTo(before);
            assertThat(server.get("/databases/shop/collections/stats").json()).isEqualTo(counted);
            assertThat(server.low("shop", "orders")).isEqualTo(65);
            assertThat(identity(server)).as("asked again").isEqualTo(1);
            assertThat(server.low("empty", "orders")).isEqualTo(1);
            server.createDatabase("gone");
            assertThat(server.low("gone", "orders")).isEqualTo(1);
            server.put("/databases/gone/hilo/return?tag=orders&end=32&last=5", "")
                    .expect(204);
            assertThat(server.low("gone", "orders"))
                    .as("the return may be one of the deleted database's")
                    .isEqualTo(33);
            assertThat(configured(server, "shop")).isEqualTo(77);
            assertThat(configured(server, "empty")).isEqualTo(99);
            String changed = server.put("/databases/shop/docs?id=users/0", Bodies.in("Users"))
                    .text("ChangeVector");
            assertThat(Long.parseLong(changed.replaceAll("A:(\\d+)-.*", "$1"))).isGreaterThan(DOCUMENTS);
        }
    }

    @Test
    void shouldLetNoServerStartOnADirectoryThatMoved() {
        fill();
        move(Progress.NONE);

        assertThatThrownBy(this::onDirectory)
                .isInstanceOf(StorageFailedException.class)
                .hasMessageContainingAll(
                        "moved to localhost", "numbers that are given out here would come again", "--store");
        assertThat(move(Progress.NONE)).as("moved before").isEmpty();
    }

    @Test
    void shouldLetIndexesGoOnWhereTheyAre() {
        String index = Bodies.indexes(Bodies.counting("Totals", "Users", "Name", "Sums", "Users", ""));
        try (TestServer server = onDirectory()) {
            server.createDatabase("shop");
            server.put("/databases/shop/indexes", index).expect(201);
            for (int i = 0; i < 5; i++) {
                user(server, i, i < 3 ? "Ada" : "Bob");
            }
            server.catchUp("shop");
            assertThat(sums(server)).isEqualTo("[Ada 3, Bob 2]");
            // What is deleted while it rests must be told there.
            server.post("/databases/shop/admin/indexes/stop", "").expect(204);
            for (int i = 2; i < 5; i++) {
                server.delete("/databases/shop/docs?id=users/" + i, "").expect(204);
            }
        }

        move(Progress.NONE);

        assertThat(Integer.parseInt(TestEngine.ask(url, "SELECT count(*) FROM index_row")))
                .isPositive();
        try (TestServer server = onStore()) {
            server.catchUp("shop");
            assertThat(sums(server)).isEqualTo("[Ada 2]");
            user(server, 9, "Cleo");
            server.catchUp("shop");
            assertThat(sums(server)).isEqualTo("[Ada 2, Cleo 1]");
        }
    }

    @Test
    void shouldLetIndexesBeginAnewWhoseKeysHaveAFormerForm() throws SQLException {
        String index = Bodies.indexes(Bodies.counting("Totals", "Users", "Of", "Sums", "Users", ""));
        try (TestServer server = onDirectory()) {
            server.createDatabase("shop");
            server.put("/databases/shop/indexes", index).expect(201);
            user(server, 1, "Ada\",\"Of\":{\"a\":1,\"b\":2},\"x\":\"");
            server.catchUp("shop");
        }
        try (Connection connection =
                        DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("database-1.sqlite"));
                Statement statement = connection.createStatement()) {
            assertThat(statement.executeUpdate("UPDATE index_row SET content = CAST(replace(CAST(content AS TEXT),"
                            + " '{\"a\":1,\"b\":2}', '{\"b\":2,\"a\":1}') AS BLOB) WHERE kind = 1"))
                    .isEqualTo(1);
            statement.execute("DROP TABLE growth");
            statement.execute("DROP TABLE keyed_answer");
            statement.execute("DROP TABLE lease_cut");
            statement.execute("DROP TABLE lease_horizon");
            statement.execute("ALTER TABLE lease DROP COLUMN principal");
            statement.execute("ALTER TABLE lease DROP COLUMN kind");
            statement.execute("ALTER TABLE lease DROP COLUMN passed");
            statement.execute("ALTER TABLE lease DROP COLUMN ended");
            statement.execute("PRAGMA user_version=4");
        }

        move(Progress.NONE);

        try (TestServer server = onStore()) {
            user(server, 2, "Bob\",\"Of\":{\"b\":2,\"a\":1},\"x\":\"");
            server.catchUp("shop");
            assertThat(sums(server)).as("one group of two").isEqualTo("[ 2]");
        }
    }

    private static void user(TestServer server, int number, String name) {
        TestServer.Answer ignored =
                server.store("shop", "users/" + number, Bodies.in("Users", "'Name':'" + name + "'"));
    }

    private static String sums(TestServer server) {
        List<String> sums = new ArrayList<>();
        server.documents("shop", "Sums/")
                .forEach(sum -> sums.add(
                        sum.path("Name").asText() + " " + sum.path("Users").asInt()));
        Collections.sort(sums);
        return sums.toString();
    }

    @Test
    void shouldUndoAllWhereItFailsAndMoveTheNextTime() {
        fill();

        assertThatThrownBy(() -> move((doing, done, total) -> {
                    if (doing.startsWith("shop: document compared")) {
                        throw new MintmarkException("the disk is full");
                    }
                }))
                .hasMessage("the disk is full");

        for (String table : List.of("moving", "database", "document", "counter", "identity", "node_state", "setting")) {
            assertThat(TestEngine.ask(url, "SELECT count(*) FROM " + table))
                    .as(table)
                    .isEqualTo("0");
        }
        try (TestServer server = onDirectory()) {
            assertThat(server.low("shop", "orders"))
                    .as("the directory is used again")
                    .isEqualTo(65);
        }
        assertThat(move(Progress.NONE)).hasSize(2);
    }

    @Test
    void shouldGoOnAfterACrashAtAnyPoint() throws Exception {
        fill();
        TestEngine.open(url).close();
        Files.writeString(
                directory.resolve("moved"), "somewhere, store " + TestEngine.ask(url, "SELECT id FROM cluster") + "\n");
        assertThatThrownBy(this::onDirectory)
                .hasMessageContaining("If `mintmark move` did not come to its end, run it again");

        assertThat(move(Progress.NONE)).as("marked, and not on the list").hasSize(2);

        Files.delete(directory.resolve("moved"));
        assertThat(move(Progress.NONE)).as("on the list").isEmpty();
        assertThat(directory.resolve("moved")).exists();
        assertThat(TestEngine.ask(url, "SELECT count(*) FROM document")).isEqualTo("" + DOCUMENTS);
    }

    @Test
    void shouldEraseWhatAnAttemptLeftThatWasKilled() {
        fill();
        move(Progress.NONE);
        TestEngine.run(url, "UPDATE moving SET done = FALSE; DELETE FROM database");

        assertThat(move(Progress.NONE)).hasSize(2);

        assertThat(TestEngine.ask(url, "SELECT count(*) FROM document")).isEqualTo("" + DOCUMENTS);
        assertThat(TestEngine.ask(url, "SELECT count(*) FROM moving WHERE NOT done"))
                .isEqualTo("0");
    }

    @Test
    void shouldNotBringADatabaseTwiceThatWasDeletedMeanwhile() {
        fill();
        move(Progress.NONE);
        try (TestServer server = onStore()) {
            assertThat(server.low("shop", "orders")).isEqualTo(65);
            for (String name : List.of("shop", "empty")) {
                server.delete("/admin/databases", "{\"DatabaseNames\":[\"" + name + "\"],\"HardDelete\":true}");
            }
        }

        assertThat(move(Progress.NONE)).as("65 would come again").isEmpty();

        assertThat(TestEngine.ask(url, "SELECT count(*) FROM database")).isEqualTo("0");
    }

    @Test
    void shouldLetADirectoryMoveToOneStoreOnly() throws Exception {
        fill();
        move(Progress.NONE);
        String one = url;
        url = TestPostgres.fresh();

        assertThatThrownBy(() -> move(Progress.NONE))
                .isInstanceOf(StorageFailedException.class)
                .hasMessageContainingAll(
                        "moved to localhost",
                        "come again in another store",
                        directory.resolve("moved").toString());
        assertThatThrownBy(this::onStore)
                .as("its numbers would begin anew there")
                .isInstanceOf(StorageFailedException.class)
                .hasMessageContaining("come again in another store");

        Files.delete(directory.resolve("moved"));
        url = one;
        assertThat(move(Progress.NONE)).as("the store knows it, too").isEmpty();
    }

    @Test
    void shouldNoticeRowsThatDoNotArriveAsTheyWereSent() {
        fill();
        try (TestServer ignored = TestServer.start(
                ServerSettings.builder(directory.resolve("elsewhere")).store(StoreSettings.of(url)))) {
            TestEngine.run(
                    url,
                    "CREATE FUNCTION spoil() RETURNS trigger AS $$ BEGIN IF NEW.key = 'users/77' THEN"
                            + " NEW.body := 'x'::bytea; END IF; RETURN NEW; END $$ LANGUAGE plpgsql;"
                            + " CREATE TRIGGER spoil BEFORE INSERT ON document FOR EACH ROW EXECUTE FUNCTION spoil()");

            assertThatThrownBy(() -> move(Progress.NONE))
                    .hasMessageContainingAll(
                            "table document of the database shop", "checksums differ", "Nothing moved");
        }
        try (TestServer server = onDirectory()) {
            assertThat(documents(server)).hasSize(DOCUMENTS);
        }
    }

    @Test
    void shouldMoveBesideServersThatRunAndRefuseNamesThatTheyHave() {
        fill();
        try (TestServer server = TestServer.start(
                ServerSettings.builder(directory.resolve("elsewhere")).store(StoreSettings.of(url)))) {
            server.createDatabase("EMPTY");
            assertThatThrownBy(() -> move(Progress.NONE))
                    .hasMessageContainingAll("The store has a database empty of its own", "nothing moves");
            server.delete("/admin/databases", "{\"DatabaseNames\":[\"empty\"],\"HardDelete\":true}");

            assertThat(move(Progress.NONE)).hasSize(2);

            Eventually.until(() -> server.get("/databases/shop/docs?id=users/1").status() == 200);
            assertThat(server.low("shop", "orders")).isEqualTo(65);
        }
    }

    @Test
    void shouldNotMoveADirectoryThatAServerUses() {
        fill();
        try (TestServer server = onDirectory()) {
            assertThatThrownBy(() -> move(Progress.NONE)).isInstanceOf(MintmarkException.class);
            assertThat(server.low("shop", "orders")).isEqualTo(65);
        }
    }
}
