package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.document.NodeTag;
import io.mintmark.server.maintenance.Maintenance;
import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.engine.RestoredStore;
import io.mintmark.storage.lifecycle.Progress;
import io.mintmark.storage.postgresql.TestEngine;
import io.mintmark.storage.postgresql.TestPostgres;
import io.mintmark.support.Eventually;
import io.mintmark.testkit.Effort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A store that was put back from a backup: its node notices, and after {@code mintmark raise} no number comes twice. */
@Timeout(120)
class RestoredStoreTest {
    private static final List<String> TABLES = List.of(
            "cluster",
            "node",
            "database",
            "removed",
            "setting",
            "former_counter",
            "former_name",
            "node_state",
            "collection",
            "collection_count",
            "document",
            "counter",
            "lease",
            "identity",
            "identity_request",
            "access_list",
            "deletion",
            "moving");

    @TempDir
    private Path directory;

    private String url = TestPostgres.fresh();
    private final Set<String> given = new HashSet<>();

    private TestServer serve() {
        return serve(directory);
    }

    private TestServer serve(Path data) {
        return serve(data, "A");
    }

    private TestServer serve(Path data, String tag) {
        return TestServer.startNode(ServerSettings.builder(data).nodeTag(NodeTag.of(tag)), url);
    }

    private void backUp() {
        TestEngine.run(url, "CREATE SCHEMA backup");
        TABLES.forEach(
                table -> TestEngine.run(url, "CREATE TABLE backup." + table + " AS SELECT * FROM mintmark." + table));
    }

    private void putBack() {
        putBack(TABLES);
        // What is put back from a real backup is older than a claim lasts.
        TestEngine.run(url, "UPDATE node SET heartbeat = heartbeat - interval '1 hour'");
    }

    private void putBack(List<String> tables) {
        StringBuilder sql = new StringBuilder("BEGIN;");
        tables.forEach(table -> sql.append("DELETE FROM mintmark." + table + ";INSERT INTO mintmark." + table
                + " SELECT * FROM backup." + table + ";"));
        TestEngine.run(url, sql + "COMMIT");
    }

    /** Takes a few numbers of each kind; returns whether one was given before. */
    private boolean repeats(TestServer server) {
        boolean repeated = false;
        for (int i = 0; i < 3; i++) {
            String range = server.get("/databases/shop/hilo/next?tag=orders").text("Low");
            String identity =
                    server.post("/databases/shop/identity/next?name=bills", "").text("NewIdentityValue");
            var stored = server.put("/databases/shop/docs?id=made/", "{}").expect(201);
            for (String number :
                    List.of("range " + range, "identity " + identity, stored.text("Id"), stored.text("ChangeVector"))) {
                repeated |= !given.add(number);
            }
        }
        return repeated;
    }

    private void loseTheLastNumbers() {
        try (TestServer server = serve()) {
            server.createDatabase("shop");
            assertThat(repeats(server)).isFalse();
        }
        backUp();
        try (TestServer server = serve()) {
            assertThat(repeats(server)).isFalse();
        }
        putBack();
    }

    @Test
    void shouldRefuseAStoreThatIsOlderThanWhatItsNodeAcknowledgedUntilItIsRaised() {
        loseTheLastNumbers();

        for (int again = 0; again < 2; again++) {
            assertThatThrownBy(this::serve)
                    .isInstanceOf(StorageFailedException.class)
                    .hasMessageContainingAll(
                            "The store is an older copy: its database shop",
                            directory.resolve("witness").toString(),
                            "mintmark raise --store");
        }
        assertThat(TestEngine.ask(url, "SELECT state FROM node WHERE tag = 'A'"))
                .isEqualTo("left");

        try (RestoredStore restored = Maintenance.of(StoreSettings.of(url)).openRestored()) {
            restored.raiseWhatIsShared(1_000);
            assertThat(restored.databases()).containsExactly("shop");
            var raised = restored.raise("SHOP", 1_000, Progress.NONE);
            assertThat(raised.counters()).isEqualTo(1);
            assertThat(raised.identities()).isEqualTo(1);
            assertThat(raised.incarnation()).isEqualTo(2);
        }
        try (TestServer server = serve()) {
            assertThat(repeats(server)).isFalse();
            server.createDatabase("later");
            assertThat(Long.parseLong(
                            server.get("/databases/later/hilo/next?tag=orders").text("Low")))
                    .isGreaterThan(1_000);
        }
        try (TestServer server = serve()) {
            assertThat(repeats(server)).as("the witness knows the raised store").isFalse();
        }
    }

    @Test
    void shouldRefuseItAlsoWhereTheNodeGetsAnotherTag() {
        loseTheLastNumbers();

        assertThatThrownBy(() -> serve(directory, "B"))
                .isInstanceOf(StorageFailedException.class)
                .hasMessageContainingAll("The store is an older copy: its database shop", "of node A");
    }

    @ParameterizedTest
    @ValueSource(strings = {"counters", "documents"})
    void shouldHoldEachLaneByItself(String lane) {
        try (TestServer server = serve()) {
            server.createDatabase("shop");
            assertThat(repeats(server)).isFalse();
        }
        TestEngine.run(url, "UPDATE node_state SET groups = groups - 1 WHERE lane = '" + lane + "'");

        assertThatThrownBy(this::serve)
                .isInstanceOf(StorageFailedException.class)
                .hasMessageContaining("commits of the lane " + lane);

        TestEngine.run(url, "UPDATE node_state SET groups = groups + 1 WHERE lane = '" + lane + "'");
        TestEngine.run(url, "UPDATE cluster SET older = NULL");
        serve().close();
    }

    @Test
    void shouldNoticeThatAWholeDatabaseIsMissing() {
        serve().close();
        backUp();
        try (TestServer server = serve()) {
            server.createDatabase("shop");
            assertThat(repeats(server)).isFalse();
            waitForTheWitness();
        }
        putBack();

        assertThatThrownBy(this::serve)
                .isInstanceOf(StorageFailedException.class)
                .hasMessageContainingAll("its list of databases and settings", "mintmark raise --store");
        try (RestoredStore restored = Maintenance.of(StoreSettings.of(url)).openRestored()) {
            restored.raiseWhatIsShared(1_000);
        }
        try (TestServer server = serve()) {
            server.createDatabase("shop");
            assertThat(repeats(server)).isFalse();
        }
    }

    /** The list of databases is heard with the heartbeat. */
    private void waitForTheWitness() {
        String catalog = TestEngine.ask(url, "SELECT ' ' || catalog FROM cluster");
        Eventually.until(() -> witness().lines().findFirst().orElse("").contains(catalog + ' '));
    }

    private String witness() {
        try {
            return Files.readString(directory.resolve("witness"));
        } catch (IOException notYet) {
            return "";
        }
    }

    @Test
    void shouldRefuseAnotherStoreThanTheWitnessHasSeen() throws IOException {
        try (TestServer server = serve()) {
            server.createDatabase("shop");
            assertThat(repeats(server)).isFalse();
        }
        url = TestPostgres.fresh();

        assertThatThrownBy(this::serve)
                .isInstanceOf(StorageFailedException.class)
                .hasMessageContainingAll("is of another store", "--data of its own");

        Files.delete(directory.resolve("witness"));
        serve().close();
    }

    @Test
    void shouldForgetDatabasesThatWereDeleted() {
        try (TestServer server = serve()) {
            server.createDatabase("shop");
            assertThat(repeats(server)).isFalse();
            Eventually.until(() -> witness().contains(" A documents "));

            server.delete("/admin/databases", "{\"DatabaseNames\":[\"shop\"],\"HardDelete\":true}");

            Eventually.until(() -> witness().lines().count() == 1);
        }
    }

    @Test
    void shouldNoticeThatAStoreRepeatsWhichWasNotRaised() {
        loseTheLastNumbers();

        try (TestServer forgetful = serve(directory.resolve("without a witness"))) {
            assertThat(repeats(forgetful)).isTrue();
        }
    }

    @Test
    void shouldStopWhenTheStoreIsPutBackWhileTheNodeRuns() {
        TestServer server = serve();
        try {
            server.createDatabase("shop");
            assertThat(repeats(server)).isFalse();
            backUp();
            assertThat(repeats(server)).isFalse();
            TestEngine.run(url, "DELETE FROM node_state; INSERT INTO node_state SELECT * FROM backup.node_state");

            Eventually.until(() -> server.get("/databases/shop/docs?id=a").status() == 503);
            assertThat(server.get("/databases/shop/hilo/next?tag=orders").text("Message"))
                    .contains("The store is an older copy", "mintmark raise");
        } finally {
            server.close();
        }
    }

    /** Its claim is in the backup, so the check of the epoch alone would let it write. */
    @Test
    void shouldGiveOutNothingTwiceWhereTheStoreIsPutBackUnderItsLoad() {
        TestServer server = serve();
        try {
            server.createDatabase("shop");
            assertThat(repeats(server)).isFalse();
            backUp();
            assertThat(repeats(server)).isFalse();
            putBack(List.of("node_state", "document", "counter", "lease", "identity", "identity_request"));

            int tries = Effort.of("rounds of requests at a store that was put back", 2, 5, 20);
            for (int i = 0; i < tries; i++) {
                server.get("/databases/shop/hilo/next?tag=orders").expect(503);
                server.post("/databases/shop/identity/next?name=bills", "").expect(503);
                server.put("/databases/shop/docs?id=made/", "{}").expect(503);
            }
            Eventually.until(() -> server.get("/databases/shop/hilo/next?tag=orders")
                    .text("Message")
                    .contains("The store is an older copy"));
        } finally {
            server.close();
        }
        assertThatThrownBy(this::serve).hasMessageContaining("The store is an older copy");
    }

    @Test
    void shouldNotRaiseWhileANodeLives() {
        try (TestServer server = serve();
                RestoredStore restored = Maintenance.of(StoreSettings.of(url)).openRestored()) {
            server.createDatabase("shop");

            assertThatThrownBy(() -> restored.raise("shop", 10, Progress.NONE))
                    .hasMessageContainingAll("in use by A at " + server.url(), "stop all of its servers");

            assertThat(repeats(server)).as("the node was not fenced").isFalse();
        }
    }

    @Test
    void shouldGoOnAfterACrashWithoutAnAlarm() {
        try (TestServer server = serve()) {
            server.createDatabase("shop");
            for (int i = 0; i < 5; i++) {
                assertThat(repeats(server)).isFalse();
            }
        }
        for (int i = 0; i < 3; i++) {
            try (TestServer server = serve()) {
                assertThat(repeats(server)).isFalse();
            }
        }
    }
}
