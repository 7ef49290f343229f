package io.mintmark.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.mintmark.cli.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code mintmark doctor --tables} over SQLite. */
class DoctorTablesTest extends DoctoredDatabase {
    private static final String MAP = "orders=hibernate-table-pooled-lo:50@orders";

    @BeforeEach
    void fill() throws SQLException {
        execute(
                "CREATE TABLE hibernate_sequences (sequence_name VARCHAR(255) PRIMARY KEY, next_val BIGINT)",
                "INSERT INTO hibernate_sequences VALUES ('orders', 50)",
                "CREATE TABLE orders (id BIGINT PRIMARY KEY)",
                "INSERT INTO orders VALUES (7), (120)",
                "CREATE TABLE counted_by_itself (id INTEGER PRIMARY KEY, text TEXT)",
                "CREATE TABLE links (a INTEGER, b INTEGER, PRIMARY KEY (a, b))");
    }

    @Test
    void shouldFindACounterBelowItsIdsAndShowTheStatement() throws IOException {
        byte[] before = Files.readAllBytes(directory.resolve("shop.db"));

        CommandRun judged = doctor("--tables", "--map", MAP, "--repair").expect(Diagnosis.COLLIDES);

        assertThat(judged.out())
                .contains(
                        "behind: orders.id by hibernate_sequences orders: its next number is 51, and the highest id is 120;")
                .contains("UPDATE `hibernate_sequences` SET `next_val` = 120 WHERE `next_val` < 120"
                        + " AND `sequence_name` = 'orders';")
                .contains("not run, since --yes was not given")
                .contains("not judged: links: its key has 2 columns")
                .contains("2 numeric keys: 1 finding, 1 not judged");
        assertThat(Files.readAllBytes(directory.resolve("shop.db"))).isEqualTo(before);
    }

    @Test
    void shouldRepairWhatItShowed() {
        CommandRun repaired =
                doctor("--tables", "--map", MAP, "--repair", "--yes").expect(0);

        assertThat(repaired.out()).contains("SET `next_val` = 120").contains("done; it has passed 120");
        assertThat(repaired.out()).endsWith("2 numeric keys: 0 findings, 1 not judged\n");
        doctor("--tables", "--map", MAP, "--repair", "--yes").expect(0);
    }

    /** Hibernate inserts its row when it first counts: until then an update would change nothing. */
    @Test
    void shouldShowAnInsertWhereTheRowIsMissing() throws SQLException {
        String insert = "INSERT INTO `hibernate_sequences` (`sequence_name`, `next_val`) VALUES ('orders', 120)";
        execute("DELETE FROM hibernate_sequences");

        CommandRun judged = doctor("--tables", "--map", MAP, "--repair").expect(Diagnosis.COLLIDES);

        assertThat(judged.out()).contains(insert + ";");
        execute(insert);
        doctor("--tables", "--map", MAP).expect(0);
    }

    /** Marten counts by a function, which shows nothing; the row that it moves shows where it stands. */
    @Test
    void shouldJudgeAMappingOfMartenByItsRow() throws SQLException {
        execute(
                "CREATE TABLE mt_hilo (entity_name VARCHAR(255) PRIMARY KEY, hi_value BIGINT)",
                "INSERT INTO mt_hilo VALUES ('Order', 0)");

        CommandRun judged =
                doctor("--tables", "--map", "orders=marten:10@Order").expect(Diagnosis.COLLIDES);

        assertThat(judged.out()).contains("behind: orders.id by mt_hilo Order: its next number is 11, ");
    }

    @Test
    void shouldSayWhatItDoesNotKnow() {
        CommandRun judged = doctor("--tables").expect(Diagnosis.NOT_JUDGED);

        assertThat(judged.out()).contains("not judged: orders.id: the row hibernate_sequences orders has its name");
    }

    @Test
    void shouldFindNoFaultInTheNameOfAnotherTable() {
        CommandRun judged = doctor("--tables", "--map", "orderz=efcore:10").expect(Diagnosis.NOT_JUDGED);

        assertThat(judged.out()).contains("not judged: orderz: a mapping names it");
    }

    @Test
    void shouldFindAWorkerNumberTwice() throws SQLException {
        execute(
                "CREATE TABLE workers (host TEXT PRIMARY KEY, number INT)",
                "INSERT INTO workers VALUES ('a', 4), ('b', 4)");

        CommandRun judged =
                doctor("--tables", "--map", MAP, "--workers", "workers.number").expect(Diagnosis.COLLIDES);

        assertThat(judged.out()).contains("worker-twice: workers.number: number 4 is in 2 rows;");
    }

    @Test
    void shouldSpeakJsonToScripts() throws IOException {
        CommandRun judged =
                doctor("--tables", "--map", MAP, "--repair", "--yes", "--json").expect(0);

        JsonNode document = new ObjectMapper().readTree(judged.out());
        assertThat(document.path("findings")).isEmpty();
        assertThat(document.path("repairs").path(0).path("outcome").asText()).startsWith("done");
        assertThat(document.path("notJudged").path(0).path("expected").asBoolean())
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"orders", "orders=", "orders=hibernat:1", "orders=hibernate-reactive-table:5", "=efcore:1"})
    void shouldRefuseAMappingThatMeansNothing(String map) {
        assertThat(doctor("--tables", "--map", map).expect(2).err()).contains("--map");
    }

    @Test
    void shouldRefuseOptionsThatWouldNotBeUsed() {
        assertThat(doctor("--map", MAP).expect(2).err()).contains("--map needs a look at tables: add --tables");
        assertThat(doctor("--repair").expect(2).err()).contains("--repair needs a look at tables");
        assertThat(doctor("--tables", "--yes").expect(2).err()).contains("--yes needs a repair: add --repair");
        assertThat(doctor("--tables", "--column", "next").expect(2).err())
                .contains("--column needs a look at counters");
        assertThat(doctor("--tables", "--key-column", "name").expect(2).err())
                .contains("--key-column needs a look at counters");
        assertThat(doctor("--tables", "--as", "efcore:10").expect(2).err()).contains("--as needs a look at counters");
        assertThat(doctor("--tables", "--workers", "number").expect(2).err()).contains("--workers");
    }

    @Test
    void shouldCreateNoDatabaseOfAMistypedName() {
        Path mistyped = directory.resolve("shup.db");

        CommandRun outcome = CommandRun.of(
                        "doctor", "--jdbc-url", "jdbc:sqlite:" + mistyped, "--tables", "--repair", "--yes")
                .expect(1);

        assertThat(outcome.err()).contains("could not be looked at");
        assertThat(mistyped).doesNotExist();
    }
}
