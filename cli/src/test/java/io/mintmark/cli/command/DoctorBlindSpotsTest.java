package io.mintmark.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.cli.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Databases at which the doctor must not stop, and in which it must neither overlook a counter nor call a wrong one safe. */
class DoctorBlindSpotsTest extends DoctoredDatabase {
    private static final String SEQUENCES =
            "CREATE TABLE hibernate_sequences (sequence_name VARCHAR(255), next_val BIGINT)";

    @Test
    void shouldNotCallADoctrineTableSafeThatStepsByMoreThanOne() throws SQLException {
        execute(
                "CREATE TABLE sequences (sequence_name VARCHAR(255) PRIMARY KEY, sequence_value INT,"
                        + " sequence_increment_by INT)",
                "INSERT INTO sequences VALUES ('orders', 1, 10)");

        CommandRun judged = doctor("--as", "doctrine-table:1").expect(Diagnosis.COLLIDES);

        assertThat(judged.out()).contains("increment of 1", "=10").doesNotContain(": safe");
    }

    @ParameterizedTest(name = "a row of {0} read as {1}")
    @CsvSource({
        "1, hibernate-table-pooled:10, inside",
        "NULL, hibernate-table-pooled:10, NULL",
        "'three', hibernate-table-pooled:10, whole number",
        "9223372036854775807, nhibernate-table-pooled-lo:10, never wraps",
    })
    void shouldNotCallARowSafeThatIsRefusedWhereItIsUsed(String stored, String program, String why)
            throws SQLException {
        execute(
                SEQUENCES,
                "INSERT INTO hibernate_sequences VALUES ('orders', " + (stored.equals("three") ? "'three'" : stored)
                        + ")");

        CommandRun judged = doctor("--as", program).expect(Diagnosis.COLLIDES);

        assertThat(judged.out()).contains("orders").contains(why).doesNotContain(": safe");
    }

    @Test
    void shouldNotCallTwoRowsOfOneNameSafe() throws SQLException {
        execute(SEQUENCES, "INSERT INTO hibernate_sequences VALUES ('orders', 50), ('orders', 100)");

        CommandRun judged = doctor("--as", "hibernate-table-pooled-lo:50").expect(Diagnosis.COLLIDES);

        assertThat(judged.out()).contains("several match").doesNotContain(": safe");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "CREATE TABLE hibernate_sequence (next_val BIGINT) | INSERT INTO %s VALUES (51) |"
                        + " hibernate-row-pooled-lo:50",
                "CREATE TABLE order_seq (next_val BIGINT) | INSERT INTO %s VALUES (51) | hibernate-row-pooled-lo:50",
                "CREATE TABLE order_gen (sequence_name VARCHAR(255), next_val BIGINT) |"
                        + " INSERT INTO %s VALUES ('orders', 50) | hibernate-table-pooled-lo:50",
                "CREATE TABLE Order_Hi (next_hi INTEGER) | INSERT INTO %s VALUES (7) | nhibernate-hilo:9",
                "CREATE TABLE MY_SEQUENCE (SEQ_NAME VARCHAR(50), SEQ_COUNT DECIMAL) |"
                        + " INSERT INTO %s VALUES ('SEQ_GEN', 50) | eclipselink-table:50"
            })
    void shouldLookAtTablesOfOtherNames(String create, String insert, String program) throws SQLException {
        String table = create.substring("CREATE TABLE ".length(), create.indexOf(" ("));
        execute(create, String.format(insert, table));

        CommandRun judged = doctor("--as", program).expect(0);

        assertThat(judged.out()).contains(table).contains("two of " + program + ": safe");
    }

    @Test
    void shouldBeToldATableWhoseColumnsHaveNamesOfTheirOwn() throws SQLException {
        execute("CREATE TABLE ids (pk VARCHAR(255), val BIGINT)", "INSERT INTO ids VALUES ('orders', 50)");

        CommandRun untold = doctor("--as", "hibernate-table-pooled-lo:50");
        CommandRun told = doctor(
                "--table", "ids", "--column", "val", "--key-column", "pk", "--as", "hibernate-table-pooled-lo:50");
        CommandRun mistyped = doctor("--table", "ids", "--column", "vaal", "--key-column", "pk");

        assertThat(doctor("--column", "val"))
                .matches(outcome -> outcome.exitCode() == 2)
                .extracting(CommandRun::err)
                .asString()
                .contains("--table");
        untold.expect(Diagnosis.NOT_JUDGED);
        told.expect(0);
        assertThat(told.out()).contains("ids orders, at 50").contains("safe");
        mistyped.expect(Diagnosis.NOT_JUDGED);
        assertThat(mistyped.out()).contains("ids").contains("vaal");
    }

    @Test
    void shouldListEveryRowOfATable() throws SQLException {
        execute(
                SEQUENCES,
                "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1500)"
                        + " INSERT INTO hibernate_sequences SELECT 'c' || i, 0 FROM n");

        CommandRun listed = doctor().expect(0);

        assertThat(listed.out().lines()).hasSize(1500);
    }

    @Test
    void shouldNameARowThatHasNoNameAndGoOn() throws SQLException {
        execute(SEQUENCES, "INSERT INTO hibernate_sequences VALUES (NULL, 5), ('orders', 50), ('', 0), ('a\nb', 0)");

        CommandRun judged = doctor("--as", "hibernate-table-pooled-lo:50").expect(Diagnosis.NOT_JUDGED);

        assertThat(judged.out())
                .contains("hibernate_sequences: not judged")
                .contains("hibernate_sequences orders, at 50")
                .contains("a\\u000ab, at 0");
    }

    @Test
    void shouldNameATableWhoseNameIsTooLongAndGoOn() throws SQLException {
        String table = "t".repeat(200);
        execute(
                "CREATE TABLE " + table + " (next_val BIGINT)",
                "CREATE TABLE order_seq (next_val BIGINT)",
                "INSERT INTO order_seq VALUES (51)");

        CommandRun judged = doctor("--as", "hibernate-row-pooled-lo:50").expect(Diagnosis.NOT_JUDGED);

        assertThat(judged.out())
                .contains("table " + table + ": not judged: ", "it has 200")
                .contains("order_seq, at 51");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Dear customer,\nthis is a letter and no database, whatever its name says.\n"})
    void shouldSayThatAFileIsNoDatabase(String content) throws IOException {
        Files.writeString(directory.resolve("shop.db"), content.repeat(20));

        CommandRun listed = doctor().expect(1);

        assertThat(listed.err()).contains("not a database");
        assertThat(listed.out()).isEmpty();
    }

    @Test
    void shouldNameThePresetsNearestToWhatNobodyKnows() throws SQLException {
        execute(SEQUENCES);

        assertThat(doctor("--as", "hibernate-poled:10").err())
                .contains("hibernate-poled")
                .contains("hibernate-pooled")
                .doesNotContain("openjpa")
                .hasSizeLessThan(300);
        assertThat(doctor("--as", "ef-core").err()).contains("efcore");
        assertThat(doctor("--as", "HIBERNATE_POOLED").err()).contains("hibernate-pooled");
    }
}
