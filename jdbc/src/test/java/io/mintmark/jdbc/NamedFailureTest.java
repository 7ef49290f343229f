package io.mintmark.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.counter.ExhaustedException;
import io.mintmark.jdbc.database.CounterRightsException;
import io.mintmark.jdbc.database.UnsafeCounterException;
import io.mintmark.range.RangeSourceException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLSyntaxErrorException;
import java.sql.Statement;
import java.util.Locale;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** A refusal names what is wrong, and not what was tried after it. */
class NamedFailureTest {

    @ParameterizedTest
    @EnumSource(TestDatabase.class)
    void shouldNameATableAsItWasGiven(TestDatabase database) {
        CounterDescription counter = Preset.NHIBERNATE_HILO.counter().table("No_Such_Table");

        assertThatThrownBy(() -> database.ranges().counter(counter).build())
                .isInstanceOf(UnsafeCounterException.class)
                .hasMessageContaining("No_Such_Table")
                .hasMessageNotContaining("NO_SUCH_TABLE");
    }

    @Test
    void shouldNotTakeAnotherTableForOneThatMayNotBeRead() throws SQLException {
        TestDatabase database = TestDatabase.POSTGRES;
        String role = TestDatabase.fresh("stranger");
        String table = TestDatabase.fresh("Unreadable");
        database.execute(
                "CREATE ROLE " + role + " LOGIN",
                "CREATE TABLE \"" + table + "\" (next_hi INTEGER)",
                "CREATE TABLE " + table + " (next_hi INTEGER)",
                "INSERT INTO " + table + " VALUES (1)",
                "GRANT ALL ON " + table + " TO " + role);
        CounterDescription counter = Preset.NHIBERNATE_HILO.counter().table(table);

        JdbcRanges stranger = Logins.login(database, role);

        assertThatThrownBy(() -> stranger.counter(counter).build())
                .isInstanceOf(UnsafeCounterException.class)
                .hasMessageContaining("permission denied");
    }

    /** MariaDB runs without rights here, so that its answer to a login that has none is given in its place. */
    @Test
    void shouldNotTakeAnotherTableForOneThatMariaDbDenies() {
        TestDatabase database = TestDatabase.MARIADB;
        String table = TestDatabase.fresh("Unreadable");
        String other = table.toLowerCase(Locale.ROOT);
        database.execute(
                "CREATE TABLE " + table + " (next_hi INTEGER)",
                "CREATE TABLE " + other + " (next_hi INTEGER)",
                "INSERT INTO " + other + " VALUES (1)");
        JdbcRanges stranger = JdbcRanges.over(BoundSource.proxy(
                DataSource.class,
                (method, arguments) -> denying(database.source().getConnection(), table)));

        assertThatThrownBy(
                        () -> stranger.counter(Preset.NHIBERNATE_HILO.counter().table(table))
                                .build())
                .isInstanceOf(CounterRightsException.class)
                .hasMessageContaining("SELECT command denied");
    }

    private static Connection denying(Connection connection, String table) {
        return BoundSource.proxy(Connection.class, (method, arguments) -> {
            Object result = method.invoke(connection, arguments);
            return result instanceof Statement statement && method.getName().equals("createStatement")
                    ? BoundSource.proxy(Statement.class, (called, values) -> {
                        if (values != null && String.valueOf(values[0]).contains(table)) {
                            throw new SQLSyntaxErrorException("SELECT command denied to user", "42000", 1142);
                        }
                        return called.invoke(statement, values);
                    })
                    : result;
        });
    }

    @ParameterizedTest
    @EnumSource(value = TestDatabase.class, names = "SQLITE", mode = Mode.EXCLUDE)
    void shouldSayThatASequenceIsAtItsEnd(TestDatabase database) {
        String sequence = database.newSequence(1, 10);
        database.execute("ALTER SEQUENCE " + sequence + " MAXVALUE 25");
        CounterDescription counter = Preset.EF_CORE.counter(10).sequence(sequence);
        JdbcCounter source = database.ranges().counter(counter).build();
        for (int block = 0; block < 3; block++) {
            assertThat(source.reserve(1).size()).isEqualTo(10);
        }

        assertThatThrownBy(() -> source.reserve(1))
                .isInstanceOf(ExhaustedException.class)
                .hasMessageContainingAll("efcore", "at its end", "MAXVALUE")
                .hasMessageNotContaining("try again");
        assertThatThrownBy(() -> database.ranges().counter(counter).build())
                .isInstanceOf(ExhaustedException.class)
                .hasMessageContainingAll("efcore", "at its end");
    }

    @Test
    void shouldNameASequenceAtTheEndOfAllNumbers() {
        TestDatabase database = TestDatabase.POSTGRES;
        String sequence = database.newSequence(1, 10);
        database.execute("SELECT setval('" + sequence + "', 9223372036854775807)");

        assertThatThrownBy(() -> database.ranges()
                        .counter(Preset.HIBERNATE_HILO.counter(10).sequence(sequence))
                        .build())
                .isInstanceOf(ExhaustedException.class)
                .hasMessageContaining(sequence);
    }

    @Test
    void shouldNotTellAnSqlStateThatThereIsNot() {
        JdbcRanges ranges = JdbcRanges.over(BoundSource.proxy(DataSource.class, (method, arguments) -> {
            throw new SQLException("out of order");
        }));

        assertThatThrownBy(() -> ranges.counter("orders").build())
                .isInstanceOf(RangeSourceException.class)
                .hasMessageContaining("out of order")
                .hasMessageNotContaining("null");
    }

    @Test
    void shouldRefuseNamesThatPostgreSqlWouldCutOff() {
        JdbcRanges ranges = TestDatabase.POSTGRES.ranges();
        String one = "orders_" + "é".repeat(30) + "_one";

        assertThatThrownBy(() -> ranges.table(one).counter("orders").build())
                .hasMessageContaining("63 bytes")
                .hasMessageContaining("71")
                .hasMessageContaining(one);
        assertThatThrownBy(() ->
                        ranges.counter(Preset.EF_CORE.counter().sequence(one)).build())
                .hasMessageContaining("63 bytes");
    }

    @Test
    void shouldRefuseAZeroCharacterWhereANameIsGiven() {
        JdbcRanges ranges = TestDatabase.H2.ranges();

        assertThatThrownBy(() -> ranges.counter("a\u0000b"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("U+0000");
        assertThatThrownBy(() -> Preset.MARTEN_ROW.counter().row("a\u0000b"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("U+0000");
        assertThatThrownBy(() -> Preset.MARTEN.counter().row("a\u0000b"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("U+0000");
    }
}
