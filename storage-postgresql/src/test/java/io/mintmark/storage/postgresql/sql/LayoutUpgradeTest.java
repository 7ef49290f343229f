package io.mintmark.storage.postgresql.sql;

import static io.mintmark.storage.contract.OpenedStorage.content;
import static io.mintmark.storage.contract.OpenedStorage.putting;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.RandomBytes;
import io.mintmark.document.DocumentId;
import io.mintmark.document.IdentityPartsSeparator;
import io.mintmark.internal.Sleeper;
import io.mintmark.storage.ChangeListener;
import io.mintmark.storage.DatabaseEntry;
import io.mintmark.storage.Storage;
import io.mintmark.storage.StorageUnreachableException;
import io.mintmark.storage.document.CommandResult;
import io.mintmark.storage.document.DocumentCommand;
import io.mintmark.storage.document.Expectation;
import io.mintmark.storage.postgresql.PostgresEngine;
import io.mintmark.storage.postgresql.TestEngine;
import io.mintmark.storage.postgresql.TestPostgres;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.DocumentBatch;
import io.mintmark.storage.write.IdentityRequest;
import io.mintmark.storage.write.RangeRequest;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tables that an earlier layout left are brought up to date with all that is in them. */
@Timeout(60)
class LayoutUpgradeTest {
    private static final List<String> SECOND = List.of("layout-1.sql", "layout-2.sql");
    private static final List<String> FOURTH = List.of("layout-1.sql", "layout-2.sql", "layout-3.sql", "layout-4.sql");
    private static final List<String> FIFTH =
            List.of("layout-1.sql", "layout-2.sql", "layout-3.sql", "layout-4.sql", "layout-5.sql");

    private final String url = TestPostgres.fresh();

    private static CommandResult write(Storage storage, DocumentCommand command) {
        return storage.write(new DocumentBatch(List.of(command), IdentityPartsSeparator.DEFAULT))
                .get(0);
    }

    private static DocumentCommand put(String id) {
        return putting(id, Expectation.ANYTHING, content("Things", "{}"));
    }

    private static long low(Storage storage) {
        return storage.write(new RangeRequest(CounterName.ofTag("orders"), 0, 32, "test"))
                .low();
    }

    /** Returns what a node of the second layout left: a database with two documents, a range and an identity. */
    private void layOutTheSecond() {
        layOut(SECOND);
        TestEngine.run(
                url,
                "UPDATE cluster SET epoch = 1, catalog = 1;"
                        + "INSERT INTO node VALUES ('A', 1, 'x', 'http://node.test', 'left', now());"
                        + "INSERT INTO database VALUES (1, 'shop', 'shop', '{}', 'shop000000000000000001', 1, 0);"
                        + "INSERT INTO node_state VALUES (1, 'A', 1, 3, 0, 2, 0, 0, TRUE, 'documents'),"
                        + " (1, 'A', 1, 5, 1099511627777, 2, 1, 0, TRUE, 'counters');"
                        + "INSERT INTO collection VALUES (1, 1, 'things', 'Things'), (1, 2, '@hilo', '@hilo');"
                        + "INSERT INTO collection_count VALUES (1, 'A', 1, 2, 4);"
                        + "INSERT INTO document VALUES (1, 'a', 'a', 1, 'A', 2, 0, '', '{}'),"
                        + " (1, 'b', 'b', 1, 'A', 3, 0, '', '{}');"
                        + "INSERT INTO identity VALUES (1, 'bills|', 7)");
    }

    @Test
    void shouldGoOnFromTheSecondLayout() {
        layOutTheSecond();
        assertThat(TestEngine.ask(url, "SELECT version FROM layout")).isEqualTo("2");

        PostgresEngine engine = TestEngine.open(url);
        try {
            assertThat(TestEngine.ask(url, "SELECT version FROM layout")).isEqualTo("10");
            assertThat(engine.accessList().orElseThrow().heard().version())
                    .as("nobody is asked who they are, as before")
                    .isZero();
            DatabaseEntry shop = engine.database("shop").orElseThrow();
            try (Storage storage = engine.open(shop, ChangeListener.NOBODY)) {
                assertThat(storage.reads().read(DocumentId.of("b"))).isPresent();
                assertThat(((CommandResult.Stored) write(storage, put("c"))).changeVector())
                        .startsWith("A:6-");
                assertThat(storage.write(new IdentityRequest("bills", null))).isEqualTo(8);
                assertThat(low(storage)).isEqualTo(1);
                assertThat(write(storage, new DocumentCommand.Delete(DocumentId.of("a"), Expectation.ANYTHING)))
                        .isEqualTo(new CommandResult.Deleted(DocumentId.of("a"), true));
            }
            assertThat(TestEngine.ask(url, "SELECT id FROM deletion")).isEqualTo("a");
            DatabaseEntry later = engine.create("later", "{}".getBytes(UTF_8));
            try (Storage storage = engine.open(later, ChangeListener.NOBODY)) {
                assertThat(low(storage)).isEqualTo(1);
            }
        } finally {
            engine.close();
        }
    }

    /** A table of millions of rows is written anew by one statement. */
    @Test
    void shouldAwaitAStepThatTakesLong() {
        layOutTheSecond();
        TestEngine.run(
                url,
                "CREATE FUNCTION take_long() RETURNS event_trigger LANGUAGE plpgsql AS"
                        + " 'BEGIN PERFORM pg_sleep(1.5); END';"
                        + "CREATE EVENT TRIGGER take_long ON ddl_command_start WHEN TAG IN ('DROP INDEX')"
                        + " EXECUTE FUNCTION take_long()");

        try (PostgresConnections hasty = PostgresConnections.open(TestEngine.address(url), Duration.ofSeconds(1))) {
            new Layout(hasty, RandomBytes.secure(), Sleeper.SYSTEM).bringUpToDate();
        }

        assertThat(TestEngine.ask(url, "SELECT version FROM layout")).isEqualTo("10");
    }

    /** As an administrator or a fail-over does. */
    @Test
    void shouldSayWhyAStepWasCutOffAndTakeItAtTheNextStart() {
        layOutTheSecond();
        TestEngine.run(
                url,
                "CREATE FUNCTION cut_off() RETURNS event_trigger LANGUAGE plpgsql AS"
                        + " 'BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); END';"
                        + "CREATE EVENT TRIGGER cut_off ON ddl_command_start WHEN TAG IN ('DROP INDEX')"
                        + " EXECUTE FUNCTION cut_off()");

        assertThatThrownBy(() -> TestEngine.open(url))
                .isInstanceOf(StorageUnreachableException.class)
                .hasMessageContaining("terminating connection");

        TestEngine.run(url, "DROP EVENT TRIGGER cut_off");
        TestEngine.open(url).close();
        assertThat(TestEngine.ask(url, "SELECT version FROM layout")).isEqualTo("10");
    }

    private void layOut(List<String> steps) {
        try (PostgresConnections connections = PostgresConnections.open(TestEngine.address(url))) {
            new Layout(connections, RandomBytes.secure(), Sleeper.SYSTEM, steps).bringUpToDate();
        }
    }

    @Test
    void shouldClearIndexesOfTheFourthLayoutAndRefuseTheCommitUnderWayOfAServerOfIt() {
        layOut(FOURTH);
        TestEngine.run(
                url,
                "UPDATE cluster SET epoch = 1, catalog = 1;"
                        + "INSERT INTO node VALUES ('A', 1, 'x', 'http://node.test', 'left', now());"
                        + "INSERT INTO index_progress (database, number, commits, nodes, etags, clearing, moment, node, epoch)"
                        + " VALUES (1, 1, 7, '{A}', '{5}', FALSE, 9, 'A', 1);"
                        + "INSERT INTO index_row VALUES (1, 1, 1, '0a', '')");

        TestEngine.open(url, "B").close();

        assertThat(TestEngine.ask(
                        url, "SELECT commits || ' ' || clearing || ' ' || cardinality(nodes) FROM index_progress"))
                .isEqualTo("8 true 0");
        assertThat(TestEngine.ask(url, "SELECT count(*) FROM index_row"))
                .as("which outputs there are, only rows tell")
                .isEqualTo("1");
        assertThat(TestEngine.ask(url, "SELECT count(*) FROM node WHERE tag = 'A' AND epoch = 1"))
                .isEqualTo("0");
    }

    @Test
    void shouldClearIndexesOfTheFifthLayoutThatMayHaveObjectsAsKeys() {
        layOut(FIFTH);
        TestEngine.run(
                url,
                "UPDATE cluster SET epoch = 1, catalog = 1;"
                        + "INSERT INTO node VALUES ('A', 1, 'x', 'http://node.test', 'left', now());"
                        + "INSERT INTO index_progress (database, number, commits, nodes, etags, clearing, moment, node, epoch)"
                        + " SELECT 1, number, 7, '{A}', '{5}', FALSE, 9, 'A', 1 FROM generate_series(1, 3) AS number;"
                        + "INSERT INTO index_row VALUES (1, 1, 1, '0a', convert_to('\"plain\" [1]', 'UTF8')),"
                        + " (1, 2, 1, '0a', convert_to('{\"b\":1,\"a\":2}', 'UTF8')),"
                        + " (2, 1, 1, '0a', convert_to('{\"b\":1,\"a\":2}', 'UTF8')),"
                        + " (1, 3, 1, '0a', convert_to('\"?\"', 'UTF8'))");

        TestEngine.open(url, "B").close();

        assertThat(TestEngine.ask(
                        url,
                        "SELECT string_agg(number || ' ' || commits || ' ' || clearing || ' ' || cardinality(nodes), ', ' ORDER BY number)"
                                + " FROM index_progress"))
                .isEqualTo("1 7 false 1, 2 8 true 0, 3 8 true 0");
        assertThat(TestEngine.ask(url, "SELECT count(*) FROM node WHERE tag = 'A' AND epoch = 1"))
                .isEqualTo("0");
    }

    @Test
    void shouldEndTheClaimsOfServersOfTheSecondLayout() {
        layOutTheSecond();
        TestEngine.open(url, "B").close();

        assertThat(TestEngine.ask(url, "SELECT count(*) FROM node WHERE tag = 'A' AND epoch = 1"))
                .as("its heartbeat names epoch 1")
                .isEqualTo("0");
        assertThat(TestEngine.ask(url, "SELECT count(*) FROM node_state WHERE epoch = 1"))
                .as("the end of its groups does, too")
                .isEqualTo("0");
    }

    @Test
    void shouldBeginClaimsAtOneWhereNobodyClaimedBefore() {
        PostgresEngine engine = TestEngine.open(url);
        engine.close();

        assertThat(engine.claimStatus().claim().epoch()).isEqualTo(1);
    }
}
