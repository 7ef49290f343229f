package io.mintmark.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.mintmark.jdbc.database.CounterRightsException;
import io.mintmark.jdbc.database.SqlName;
import io.mintmark.jdbc.database.UnsafeCounterException;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A counter in another schema is named by schema and name apart, and a dot between them is never misread in silence. */
class SchemaNamesTest {

    @ParameterizedTest
    @EnumSource(TestDatabase.class)
    void shouldSayHowTheSchemaIsNamedWhereADotHidesIt(TestDatabase database) {
        JdbcRanges ranges = database.ranges();
        if (database.sequences) {
            requireHint(ranges, Preset.EF_CORE.counter(10).sequence("sales.s"), "schema(\"sales\")");
        }
        requireHint(ranges, Preset.NHIBERNATE_HILO.counter().table("sales.keys"), "schema(\"sales\")");
        requireHint(ranges, Preset.MARTEN.counter().function("sales.next_hi"), "schema(\"sales\")");
        assertThatThrownBy(
                        () -> ranges.counter("orders").ids("sales.orders", "id").build())
                .hasMessageContaining("new SqlName(\"sales\", \"orders\")");
    }

    private static void requireHint(JdbcRanges ranges, CounterDescription counter, String remedy) {
        assertThatThrownBy(() -> ranges.counter(counter).build())
                .as(counter.toString())
                .isInstanceOf(UnsafeCounterException.class)
                .hasMessageContaining("the dot is taken for a part of the name")
                .hasMessageContaining(remedy);
    }

    @ParameterizedTest
    @EnumSource(TestDatabase.class)
    void shouldNotMakeATableOfOursWhoseNameHasADot(TestDatabase database) {
        String table = "sales." + TestDatabase.fresh("counters");

        assertThatThrownBy(
                        () -> database.ranges().table(table).counter("orders").build())
                .isInstanceOf(UnsafeCounterException.class)
                .hasMessageContaining("schema(\"sales\")");
        assertThatThrownBy(() -> database.ranges()
                        .table(table)
                        .withoutCreating()
                        .counter("orders")
                        .build())
                .as("it was not made, either")
                .hasMessageContaining("schema(\"sales\")");
    }

    @ParameterizedTest
    @EnumSource(TestDatabase.class)
    void shouldTakeANameWithADotThatIsThere(TestDatabase database) {
        String table = "sales." + TestDatabase.fresh("counters");
        String quote = database == TestDatabase.MARIADB ? "`" : "\"";
        database.execute(
                "CREATE TABLE " + quote + table + quote
                        + " (next_hi INTEGER)".replace("next_hi", quote + "next_hi" + quote),
                "INSERT INTO " + quote + table + quote + " VALUES (1)");

        JdbcCounter counter = database.ranges()
                .counter(Preset.NHIBERNATE_HILO.counter(9).table(table))
                .build();

        assertThat(counter.reserve(1).low()).isEqualTo(10);
    }

    /** The schema was created without quotes, and our table with them: each is spelt in its own way. */
    @ParameterizedTest
    @EnumSource(TestDatabase.class)
    void shouldKeepOurTableInASchemaThatTheDatabaseSpellsInItsOwnWay(TestDatabase database) {
        assumeTrue(database != TestDatabase.SQLITE, "no schemas");
        String schema = TestDatabase.fresh("sales");
        database.execute("CREATE SCHEMA " + schema);
        JdbcRanges ranges = database.ranges().schema(schema);

        assertThat(ranges.counter("orders").build().reserve(5).high()).isEqualTo(5);
        assertThat(ranges.counter("orders").build().reserve(5).low()).isEqualTo(6);
        assertThat(database.number("SELECT count(*) FROM information_schema.tables WHERE lower(table_schema) = '"
                        + schema + "' AND lower(table_name) = '" + JdbcRanges.TABLE + "'"))
                .isOne();
    }

    @Test
    void shouldFindASequenceOfMixedCaseInASchemaOfUpperCase() {
        TestDatabase database = TestDatabase.H2;
        String schema = TestDatabase.fresh("sales");
        database.execute(
                "CREATE SCHEMA " + schema, "CREATE SEQUENCE " + schema + ".\"OrderHiLo\" START WITH 1 INCREMENT BY 10");

        JdbcCounter counter = database.ranges()
                .counter(Preset.EF_CORE.counter(10).schema(schema).sequence("OrderHiLo"))
                .build();

        assertThat(counter.reserve(1).high()).isEqualTo(10);
    }

    @ParameterizedTest
    @EnumSource(TestDatabase.class)
    void shouldTellWhetherOurTableHasACounterAndMakeNone(TestDatabase database) {
        String table = TestDatabase.fresh("counters");
        JdbcRanges ranges = database.ranges().table(table);

        assertThat(ranges.has("orders")).isFalse();
        assertThat(ranges.has("orders")).as("no table was made").isFalse();
        ranges.counter("Lines").build().reserve(1);
        assertThat(ranges.has("lines")).isTrue();
        assertThat(ranges.has("orders")).isFalse();
    }

    /** A role that owns one schema and may make nothing in the others: the remedy that the message gives is one. */
    @Test
    void shouldNameASchemaAsTheRemedyWhereTheTableMayNotBeMade() throws SQLException {
        TestDatabase database = TestDatabase.POSTGRES;
        String role = TestDatabase.fresh("owner");
        String schema = TestDatabase.fresh("app");
        database.execute(
                "CREATE ROLE " + role + " LOGIN PASSWORD 'x'", "CREATE SCHEMA " + schema + " AUTHORIZATION " + role);
        JdbcRanges ranges = Logins.login(database, role).table(TestDatabase.fresh("counters"));

        assertThatThrownBy(() -> ranges.counter("orders").build())
                .isInstanceOf(CounterRightsException.class)
                .hasMessageContaining("may not make it")
                .hasMessageContaining("JdbcRanges.schema");
        assertThat(ranges.schema(schema).counter("orders").build().reserve(1).low())
                .isOne();
    }

    @Test
    void shouldNameTableAndSchemaInTheDefinitionOfOurTable() {
        assertThat(TestDatabase.POSTGRES
                        .ranges()
                        .schema("app")
                        .table("counters")
                        .tableDefinition())
                .contains("\"app\".\"counters\"");
        assertThat(new SqlName("app", "counters")).hasToString("app.counters");
    }

    /** A cluster of Galera steps by what it says itself. */
    @Test
    void shouldSayWhoSetsAnIncrementOfZero() {
        String sequence = TestDatabase.MARIADB.newSequence(1, 0);

        assertThatThrownBy(() -> TestDatabase.MARIADB
                        .ranges()
                        .counter(Preset.HIBERNATE_HILO.counter(10).sequence(sequence))
                        .build())
                .isInstanceOf(UnsafeCounterException.class)
                .hasMessageContainingAll("increment=0", "Galera", "use a table");
    }
}
