package io.mintmark.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.mintmark.jdbc.database.Durability;
import io.mintmark.jdbc.database.UnsafeCounterException;
import java.sql.SQLException;
import java.util.Properties;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The catalog of PostgreSQL shows what of a counter a crash leaves; the settings of the server alone do not. */
class PostgresDurabilityTest {
    private static final TestDatabase DATABASE = TestDatabase.POSTGRES;
    private static final String COLUMNS =
            " (counter_name VARCHAR(255), last_number BIGINT NOT NULL, serial BIGINT NOT NULL)";

    @BeforeEach
    void requireServer() {
        DATABASE.source();
    }

    private static Durability ofTable(String table) {
        return DATABASE.ranges()
                .table(table)
                .counter("orders")
                .build()
                .preflight()
                .durability();
    }

    private static Durability ofSequence(String sequence) {
        return DATABASE.ranges()
                .counter(Preset.EF_CORE.counter(10).sequence(sequence))
                .build()
                .preflight()
                .durability();
    }

    private static void requireBestEffort(Durability found, String... why) {
        assertThat(found.durable()).as(found.toString()).isFalse();
        assertThat(found.why()).contains(why).contains("fsync=on", "synchronous_commit=on");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "CREATE TABLE %1$s COLS | true | fsync=on",
                "CREATE UNLOGGED TABLE %1$s COLS | false | UNLOGGED",
                "CREATE TABLE %1$s COLS; ALTER TABLE %1$s SET UNLOGGED | false | UNLOGGED",
                "CREATE UNLOGGED TABLE %1$s COLS; ALTER TABLE %1$s SET LOGGED | true | fsync=on",
                "CREATE TABLE %1$s COLS PARTITION BY HASH (counter_name);"
                        + "CREATE TABLE %1$s_0 PARTITION OF %1$s FOR VALUES WITH (MODULUS 1, REMAINDER 0) | true | fsync=on",
                "CREATE TABLE %1$s COLS PARTITION BY HASH (counter_name);"
                        + "CREATE UNLOGGED TABLE %1$s_0 PARTITION OF %1$s FOR VALUES WITH (MODULUS 1, REMAINDER 0)"
                        + " | false | %1$s_0 is UNLOGGED",
                "CREATE TABLE %1$s COLS; CREATE UNLOGGED TABLE %1$s_heir () INHERITS (%1$s) | false | %1$s_heir is UNLOGGED",
                "CREATE TABLE %1$s_base COLS; CREATE VIEW %1$s AS SELECT * FROM %1$s_base | false | is a view",
                "CREATE TABLE %1$s COLS; CREATE TABLE %1$s_other COLS; CREATE RULE away AS ON UPDATE TO %1$s DO ALSO"
                        + " UPDATE %1$s_other SET serial = 1 | false | has rules"
            })
    void shouldReadFromTheTableWhetherItIsDurable(String statements, boolean durable, String why) {
        String table = TestDatabase.fresh("kept");
        DATABASE.execute(
                String.format(statements.replace("COLS", COLUMNS), table).split(";", -1));

        Durability found = ofTable(table);

        assertThat(found.durable()).as(found.toString()).isEqualTo(durable);
        assertThat(found.why()).contains(String.format(why, table));
    }

    @Test
    void shouldReadFromTheSequenceWhetherItIsDurable() {
        String logged = TestDatabase.fresh("kept_seq");
        String unlogged = TestDatabase.fresh("kept_seq");
        DATABASE.execute(
                "CREATE SEQUENCE " + logged + " INCREMENT BY 10",
                "CREATE UNLOGGED SEQUENCE " + unlogged + " INCREMENT BY 10");

        assertThat(ofSequence(logged).durable()).isTrue();
        requireBestEffort(ofSequence(unlogged), unlogged + " is UNLOGGED");

        DATABASE.execute("ALTER SEQUENCE " + unlogged + " SET LOGGED", "ALTER SEQUENCE " + logged + " SET UNLOGGED");

        assertThat(ofSequence(unlogged).durable()).isTrue();
        requireBestEffort(ofSequence(logged), logged + " is UNLOGGED");
    }

    /** A program may write through a view where its trigger wants to. */
    @Test
    void shouldCallAViewWithATriggerBestEffort() {
        String view = TestDatabase.fresh("kept_view");
        DATABASE.execute(
                "CREATE UNLOGGED TABLE " + view + "_base" + COLUMNS,
                "CREATE VIEW " + view + " AS SELECT * FROM " + view + "_base",
                "CREATE FUNCTION " + view + "_move() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$",
                "CREATE TRIGGER moves INSTEAD OF INSERT OR UPDATE ON " + view + " FOR EACH ROW EXECUTE FUNCTION " + view
                        + "_move()");

        requireBestEffort(ofTable(view), view + " is a view");
    }

    @Test
    void shouldCallAForeignTableBestEffort() {
        String table = TestDatabase.fresh("kept_far");
        long port = DATABASE.number("SHOW port");
        DATABASE.execute(
                "CREATE EXTENSION IF NOT EXISTS postgres_fdw",
                "CREATE TABLE " + table + "_there" + COLUMNS,
                "CREATE SERVER " + table + "_server FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host 'localhost', port '"
                        + port + "', dbname 'postgres')",
                "CREATE USER MAPPING FOR CURRENT_USER SERVER " + table + "_server OPTIONS (user 'postgres')",
                "CREATE FOREIGN TABLE " + table + COLUMNS + " SERVER " + table + "_server OPTIONS (table_name '" + table
                        + "_there')");

        requireBestEffort(ofTable(table), table + " is a foreign table");
    }

    @Test
    void shouldCallATableInATablespaceOfItsOwnBestEffort() {
        String table = TestDatabase.fresh("kept_away");
        DATABASE.execute(
                "SET allow_in_place_tablespaces = on",
                "CREATE TABLESPACE " + table + "_space LOCATION ''",
                "CREATE TABLE " + table + COLUMNS + " TABLESPACE " + table + "_space",
                "RESET allow_in_place_tablespaces",
                "CREATE TABLE " + table + "_parts" + COLUMNS + " PARTITION BY LIST (counter_name)",
                "CREATE TABLE " + table + "_part PARTITION OF " + table + "_parts DEFAULT TABLESPACE " + table
                        + "_space");

        requireBestEffort(ofTable(table), "tablespace " + table + "_space");
        requireBestEffort(ofTable(table + "_parts"), table + "_part is in the tablespace");
    }

    /** The publisher's number overwrites ours, also by a lower one. */
    @Test
    void shouldCallWhatASubscriptionWritesBestEffort() {
        String table = TestDatabase.fresh("kept_copy");
        DATABASE.ranges().table(table).counter("orders").build();
        assertThat(ofTable(table).durable()).isTrue();
        DATABASE.execute(
                "CREATE SUBSCRIPTION " + table + "_subscription CONNECTION 'port=1' PUBLICATION copied"
                        + " WITH (connect = false, slot_name = NONE, enabled = false)",
                // What a connected subscription does for each of its tables.
                "SET allow_system_table_mods = on",
                "INSERT INTO pg_subscription_rel SELECT oid, '" + table + "'::regclass, 'r', NULL FROM pg_subscription"
                        + " WHERE subname = '" + table + "_subscription'",
                "RESET allow_system_table_mods");

        requireBestEffort(ofTable(table), table + " is written by a subscription");
    }

    /** A login that owns nothing of the catalog sees enough of it. */
    @Test
    void shouldTellAnOrdinaryLogin() throws SQLException {
        String user = TestDatabase.fresh("counting");
        DATABASE.execute(
                "CREATE ROLE " + user + " LOGIN PASSWORD 'x'",
                "CREATE SCHEMA " + user + " AUTHORIZATION " + user,
                "CREATE UNLOGGED SEQUENCE " + user + ".unlogged_seq INCREMENT BY 10",
                "GRANT ALL ON SEQUENCE " + user + ".unlogged_seq TO " + user);
        JdbcRanges ranges = Logins.login(DATABASE, user).schema(user);

        assertThat(ranges.counter("orders").build().preflight().durability().durable())
                .isTrue();
        requireBestEffort(
                ranges.counter(Preset.EF_CORE
                                .counter(10)
                                .sequence("unlogged_seq")
                                .schema(user))
                        .build()
                        .preflight()
                        .durability(),
                "UNLOGGED");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "plpgsql | BEGIN UPDATE %1$s SET hi_value = 1; RETURN 1; END | true | fsync=on",
                "plpgsql | BEGIN UPDATE ONLY \"%1$s\" AS t SET hi_value = 1; RETURN 1; END | true | fsync=on",
                "plpgsql | BEGIN UPDATE %1$s_gone SET hi_value = 1; RETURN 1; END | false | %1$s_gone is UNLOGGED",
                "plpgsql | BEGIN UPDATE %1$s SET hi_value = 1; INSERT INTO %1$s_gone VALUES (1); RETURN 1; END"
                        + " | false | %1$s_gone is UNLOGGED",
                "plpgsql | BEGIN EXECUTE concat('UP', 'DATE %1$s SET hi_value = 1'); RETURN 1; END | false | is not seen",
                "plpgsql | DECLARE held bigint; BEGIN SELECT 1 INTO held; RETURN held; END | false | is not seen",
                "sql | SELECT 1::bigint | false | is not seen",
                "sql | UPDATE %1$s SET hi_value = 1 RETURNING hi_value | true | fsync=on"
            })
    void shouldReadFromAFunctionWhichTablesItWrites(String language, String body, boolean durable, String why) {
        String table = TestDatabase.fresh("kept_hilo");
        String function = TestDatabase.fresh("kept_next_hi");
        DATABASE.execute(
                "CREATE TABLE " + table + " (hi_value bigint)",
                "CREATE UNLOGGED TABLE " + table + "_gone (hi_value bigint)",
                "CREATE FUNCTION " + function + "(entity varchar) RETURNS bigint LANGUAGE " + language + " AS $$ "
                        + String.format(body, table) + " $$");

        Durability found = DATABASE.ranges()
                .counter(Preset.MARTEN.counter().function(function))
                .build()
                .preflight()
                .durability();

        assertThat(found.durable()).as(found.toString()).isEqualTo(durable);
        assertThat(found.why()).contains(String.format(why, table));
    }

    /** Names mean something else in a function with a search path of its own. */
    @Test
    void shouldNotGuessWhatAFunctionWithSettingsOfItsOwnWrites() {
        String function = TestDatabase.fresh("kept_next_hi");
        DATABASE.execute(
                "CREATE TABLE " + function + "_hilo (hi_value bigint)",
                "CREATE FUNCTION " + function + "(entity varchar) RETURNS bigint LANGUAGE sql SET search_path = public"
                        + " AS $$ UPDATE " + function + "_hilo SET hi_value = 1 RETURNING hi_value $$");

        requireBestEffort(
                DATABASE.ranges()
                        .counter(Preset.MARTEN.counter().function(function))
                        .build()
                        .preflight()
                        .durability(),
                "is not seen");
    }

    @Test
    void shouldRefuseWhatEachConnectionHasOfItsOwn() throws SQLException {
        String table = TestDatabase.fresh("kept_temp");
        String sequence = TestDatabase.fresh("kept_temp_seq");
        HikariConfig config = new HikariConfig();
        ((HikariDataSource) DATABASE.source()).copyStateTo(config);
        config.setConnectionInitSql(
                "CREATE TEMP TABLE " + table + COLUMNS + "; CREATE TEMP SEQUENCE " + sequence + " INCREMENT BY 10");
        try (HikariDataSource pool = new HikariDataSource(config)) {
            JdbcRanges ranges = JdbcRanges.over(pool);

            assertThatThrownBy(() -> ranges.table(table).counter("orders").build())
                    .isInstanceOf(UnsafeCounterException.class)
                    .hasMessageContainingAll(table, "temporary", "each connection");
            assertThatThrownBy(() -> ranges.counter(Preset.EF_CORE.counter(10).sequence(sequence))
                            .build())
                    .isInstanceOf(UnsafeCounterException.class)
                    .hasMessageContainingAll(sequence, "temporary");
        }
    }

    @Test
    void shouldReadTheSettingsOfItsOwnSession() {
        Properties login = new Properties();
        login.setProperty("user", "postgres");
        login.setProperty("options", "-c synchronous_commit=off");
        JdbcRanges ranges =
                JdbcRanges.over("jdbc:postgresql://localhost:" + DATABASE.number("SHOW port") + "/postgres", login);

        assertThat(ranges.counter("orders").build().preflight().durability().toString())
                .contains("best effort", "synchronous_commit=off");
    }
}
