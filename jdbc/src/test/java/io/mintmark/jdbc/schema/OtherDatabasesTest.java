package io.mintmark.jdbc.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.jdbc.Preset;
import io.mintmark.jdbc.TestDatabase;
import io.mintmark.jdbc.database.SqlName;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** The doctor over databases of which it reads what every driver shows. */
class OtherDatabasesTest {
    private static final int BLOCK = 50;

    private static List<String> told(SchemaReport report, String table) {
        return PlantedFaults.told(report).stream()
                .map(told -> told.toLowerCase(Locale.ROOT))
                .filter(told -> told.contains(table + "."))
                .toList();
    }

    @ParameterizedTest
    @EnumSource(value = TestDatabase.class, names = "POSTGRES", mode = Mode.EXCLUDE)
    void shouldRepairARowBelowTheIdsOfItsTable(TestDatabase database) {
        String table = TestDatabase.fresh("counted");
        String counters = TestDatabase.fresh("hibernate_sequences");
        database.execute(
                "CREATE TABLE " + counters + " (sequence_name VARCHAR(255) PRIMARY KEY, next_val BIGINT)",
                "INSERT INTO " + counters + " VALUES ('a', 50)",
                "CREATE TABLE " + table + " (id BIGINT PRIMARY KEY)",
                "INSERT INTO " + table + " VALUES (70)");
        SchemaDoctor doctor = SchemaDoctor.over(database.source())
                .mapped(List.of(MappedTable.of(
                        table,
                        Preset.HIBERNATE_TABLE_POOLED_LO
                                .counter(BLOCK)
                                .table(counters)
                                .row("a"))));

        SchemaReport report = doctor.examine();
        assertThat(told(report, table)).hasSize(1).allMatch(told -> told.startsWith("behind "));
        report.repairs().forEach(Repair::run);

        assertThat(told(doctor.examine(), table)).isEmpty();
        assertThat(database.number("SELECT next_val FROM " + counters)).isEqualTo(70);
    }

    @ParameterizedTest
    @EnumSource(
            value = TestDatabase.class,
            names = {"H2", "MARIADB"})
    void shouldRepairASequenceThatFillsAColumn(TestDatabase database) {
        String table = TestDatabase.fresh("defaulted");
        String sequence = database.equals(TestDatabase.MARIADB) ? "nextval(" : "NEXT VALUE FOR ";
        database.execute(
                "CREATE SEQUENCE " + table + "_s START WITH 1 INCREMENT BY 1 NOCACHE",
                "CREATE TABLE " + table + " (id BIGINT DEFAULT " + sequence + table + "_s"
                        + (sequence.endsWith("(") ? ")" : "") + " PRIMARY KEY, n INT)",
                "INSERT INTO " + table + " VALUES (90, 1)");
        SchemaDoctor doctor = SchemaDoctor.over(database.source());

        SchemaReport report = doctor.examine();
        assertThat(told(report, table)).hasSize(1).allMatch(told -> told.startsWith("behind "));
        report.repairs().forEach(Repair::run);
        database.execute("INSERT INTO " + table + " (n) VALUES (2)");

        assertThat(told(doctor.examine(), table)).isEmpty();
        assertThat(database.number("SELECT max(id) FROM " + table)).isBetween(91L, 92L);
    }

    @ParameterizedTest
    @EnumSource(
            value = TestDatabase.class,
            names = {"H2", "MARIADB"})
    void shouldSayThatAColumnComesToItsEnd(TestDatabase database) {
        String table = TestDatabase.fresh("narrow");
        database.execute(
                "CREATE TABLE " + table + " (id SMALLINT AUTO_INCREMENT PRIMARY KEY)",
                "INSERT INTO " + table + " VALUES (30000)");

        SchemaReport report = SchemaDoctor.over(database.source()).examine();

        assertThat(told(report, table)).hasSize(1).allMatch(told -> told.startsWith("ends "));
        assertThat(report.notJudged().stream()
                        .filter(one -> one.object().toLowerCase(Locale.ROOT).endsWith(table + ".id")))
                .hasSize(database == TestDatabase.H2 ? 1 : 0);
    }

    /** H2 caches 32 values of each sequence, and shows which comes next all the same. */
    @Test
    void shouldFindNothingInACacheThatHidesNothing() {
        String table = TestDatabase.fresh("cached");
        TestDatabase.H2.execute(
                "CREATE SEQUENCE " + table + "_s",
                "CREATE TABLE " + table + " (id BIGINT DEFAULT NEXT VALUE FOR " + table + "_s PRIMARY KEY, n INT)",
                "INSERT INTO " + table + " (n) VALUES (1)");

        assertThat(told(SchemaDoctor.over(TestDatabase.H2.source()).examine(), table))
                .isEmpty();
    }

    /** H2 makes capitals of names without quotes, in tables of workers as in all others. */
    @Test
    void shouldFindATableOfWorkersWhoseNameTheDatabaseFolded() {
        String table = TestDatabase.fresh("workers");
        TestDatabase.H2.execute(
                "CREATE TABLE " + table + " (host VARCHAR(9) PRIMARY KEY, cluster VARCHAR(9), worker INT)",
                "INSERT INTO " + table + " VALUES ('a', 'x', 4), ('b', 'x', 4), ('c', 'y', 4)");
        SchemaDoctor doctor = SchemaDoctor.over(TestDatabase.H2.source());

        WorkerTable workers = new WorkerTable(SqlName.of(table), "worker", List.of("cluster"));
        assertThat(doctor.workers(List.of(workers)).examine().findings())
                .filteredOn(finding -> finding.object().equals(table + ".worker"))
                .singleElement()
                .asString()
                .contains("worker-twice", "cluster=x number 4 is in 2 rows");
    }

    /** Our row stands above the ids; another product's of the same name does not, and may be what gives them. */
    @Test
    void shouldNotPassOverARowOfAnotherProductBecauseOursHasItsNameToo() {
        String table = TestDatabase.fresh("both");
        TestDatabase.H2.execute(
                "CREATE TABLE " + table + " (id BIGINT PRIMARY KEY)",
                "INSERT INTO " + table + " VALUES (500)",
                "CREATE TABLE " + table + "_ours (counter_name VARCHAR(255) PRIMARY KEY, last_number BIGINT,"
                        + " serial BIGINT)",
                "INSERT INTO " + table + "_ours VALUES ('" + table + "', 1000, 5)",
                "CREATE TABLE " + table + "_theirs (sequence_name VARCHAR(255) PRIMARY KEY, next_val BIGINT)",
                "INSERT INTO " + table + "_theirs VALUES ('" + table + "', 50)");

        SchemaReport report = SchemaDoctor.over(TestDatabase.H2.source()).examine();

        assertThat(report.notJudged().stream()
                        .filter(one -> one.object().toLowerCase(Locale.ROOT).endsWith(table + ".id")))
                .singleElement()
                .asString()
                .containsIgnoringCase(table + "_theirs")
                .contains("has its name, too", "by a mapping");
    }

    /** Only a call shows where a function stands, and a call moves it. */
    @Test
    void shouldSayWhatToMapInPlaceOfAFunction() {
        String table = TestDatabase.fresh("pages");
        TestDatabase.H2.execute("CREATE TABLE " + table + " (id BIGINT PRIMARY KEY)");

        SchemaReport report = SchemaDoctor.over(TestDatabase.H2.source())
                .mapped(List.of(MappedTable.of(table, Preset.MARTEN.counter(BLOCK))))
                .examine();

        assertThat(report.notJudged().stream()
                        .filter(one -> one.object().toLowerCase(Locale.ROOT).contains(table)))
                .singleElement()
                .asString()
                .contains("function mt_get_next_hi", "MARTEN_ROW")
                .doesNotContain("sequence");
    }

    @Test
    void shouldTellSequencesApartWhoseNamesDifferByCase() {
        String table = TestDatabase.fresh("cased");
        TestDatabase.H2.execute(
                "CREATE SEQUENCE \"" + table + "_s\" NOCACHE",
                "CREATE SEQUENCE " + table + "_s START WITH 500 NOCACHE",
                "CREATE TABLE " + table + " (id BIGINT DEFAULT NEXT VALUE FOR " + table + "_s PRIMARY KEY)",
                "INSERT INTO " + table + " VALUES (90)");

        assertThat(told(SchemaDoctor.over(TestDatabase.H2.source()).examine(), table))
                .isEmpty();
    }

    @Test
    void shouldTellSequencesOfTwoSchemasApart() {
        String table = TestDatabase.fresh("apart");
        String schema = TestDatabase.fresh("beside");
        TestDatabase.H2.execute(
                "CREATE SCHEMA " + schema,
                "CREATE SEQUENCE " + table + "_s NOCACHE",
                "CREATE SEQUENCE " + schema + "." + table + "_s START WITH 500 NOCACHE",
                "CREATE TABLE " + table + " (id BIGINT DEFAULT NEXT VALUE FOR " + schema + "." + table
                        + "_s PRIMARY KEY)",
                "INSERT INTO " + table + " VALUES (90)");

        assertThat(told(SchemaDoctor.over(TestDatabase.H2.source()).examine(), table))
                .isEmpty();
    }
}
