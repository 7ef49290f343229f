package io.mintmark.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.counter.ExhaustedException;
import io.mintmark.jdbc.database.CounterRightsException;
import io.mintmark.jdbc.database.Dialect;
import io.mintmark.jdbc.database.SequenceState;
import io.mintmark.jdbc.database.SqlName;
import io.mintmark.range.Range;
import io.mintmark.range.RangeSourceException;
import java.sql.Connection;
import java.sql.JDBCType;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What is sent to SQL Server, and what is made of its answers. These are written from its documentation: no server was
 * asked, so nothing here says that a number is durable.
 */
class SqlServerReplayTest {
    private static final String STATE = "> SELECT CAST(q.start_value AS bigint), CAST(q.increment AS bigint),"
            + " COALESCE(TRY_CAST(q.current_value AS bigint), 9223372036854775807),"
            + " COALESCE(TRY_CAST(q.maximum_value AS bigint), 9223372036854775807), CAST(q.is_cycling AS int),"
            + " CASE WHEN q.is_cached = 0 THEN 1 ELSE COALESCE(q.cache_size, 0) END, CAST(q.is_exhausted AS int)"
            + " FROM sys.sequences q JOIN sys.schemas s ON s.schema_id = q.schema_id"
            + " WHERE s.name = COALESCE(NULLIF(?, ''), SCHEMA_NAME()) AND q.name COLLATE Latin1_General_100_BIN2 = ?";

    private static ReplayedDatabase replay(String name) {
        return new ReplayedDatabase("Microsoft SQL Server", "sqlserver/" + name + ".replay");
    }

    private static JdbcCounter efCore(ReplayedDatabase database) {
        return JdbcRanges.over(database.source())
                .counter(Preset.EF_CORE.counter())
                .build();
    }

    @Test
    void shouldShareTheSequenceOfEfCore() {
        ReplayedDatabase database = replay("ef-core-hilo");
        JdbcCounter counter = efCore(database);

        assertThat(counter.preflight().durability().toString())
                .isEqualTo("best effort (delayed_durability=DISABLED; SQL Server was never run with it, and is not"
                        + " judged)");
        assertThat(counter.reserve(10)).isEqualTo(Range.of(31, 40));
        assertThat(counter.raise(75)).isEqualTo(80);
        database.requireEnded();
    }

    @Test
    void shouldKeepItsOwnCounterInATableThatSomebodyElseMadeMeanwhile() {
        ReplayedDatabase database = replay("own-table");
        JdbcCounter counter =
                JdbcRanges.over(database.source()).counter("orders").build();

        Range range = counter.reserve(32);

        assertThat(range.low()).isEqualTo(1);
        assertThat(range.high()).isEqualTo(32);
        assertThat(counter.giveBack(range, 10)).isTrue();
        assertThat(counter.raise(1_000)).isEqualTo(1_000);
        database.requireEnded();
    }

    @Test
    void shouldTakeTheLastBlockAndThenRefuse() {
        ReplayedDatabase database = replay("at-the-end");
        JdbcCounter counter = efCore(database);

        assertThat(counter.reserve(10)).isEqualTo(Range.of(81, 90));
        assertThat(counter.reserve(30)).isEqualTo(Range.of(91, 100));
        assertThatThrownBy(() -> counter.reserve(10)).isInstanceOf(ExhaustedException.class);
        database.requireEnded();
    }

    @ParameterizedTest
    @CsvSource({"read-only, READ_ONLY", "no-right, no UPDATE"})
    void shouldRefuseALoginThatCannotDraw(String name, String why) {
        ReplayedDatabase database = replay(name);

        assertThatThrownBy(() -> efCore(database))
                .isInstanceOf(CounterRightsException.class)
                .hasMessageContaining(why);
        database.requireEnded();
    }

    /** A statement that the replay does not know fails: what is sent cannot change unseen. */
    @Test
    void shouldFailOnAStatementThatNobodyWroteDown() {
        ReplayedDatabase postgres = new ReplayedDatabase("PostgreSQL", "sqlserver/ef-core-hilo.replay");

        assertThatThrownBy(() -> efCore(postgres)).isInstanceOfAny(AssertionError.class, RangeSourceException.class);
    }

    private static Dialect dialect() {
        return Dialect.builtIn().stream()
                .filter(each -> each.serves("Microsoft SQL Server"))
                .findFirst()
                .orElseThrow();
    }

    /** Start, increment, value drawn last, end, cycles, cache, exhausted: and what may come next. */
    @ParameterizedTest
    @CsvSource({
        "1 | 10 | 1 | 9223372036854775807 | 0 | 50 | 0, 1",
        "1 | 10 | 11 | 9223372036854775807 | 0 | 50 | 0, 21",
        "1000 | 1 | 2000 | 2147483647 | 0 | 1 | 0, 2001",
        "1 | 10 | 91 | 100 | 0 | 1 | 0, none",
        "1 | 10 | 91 | 101 | 0 | 1 | 0, 101",
        "1 | 10 | 1 | 5 | 0 | 1 | 1, none",
        "1 | 1 | 9223372036854775807 | 9223372036854775807 | 0 | 0 | 1, none"
    })
    void shouldReadWhatTheCatalogShows(String row, String next) throws SQLException {
        ReplayedDatabase database =
                ReplayedDatabase.saying("Microsoft SQL Server", STATE, ": 'ids' | 'Orders'", "= " + row);
        try (Connection connection = database.source().getConnection()) {
            SequenceState state =
                    dialect().sequence(connection, new SqlName("ids", "Orders")).orElseThrow();

            assertThat(state.ended()).isEqualTo(next.equals("none"));
            assertThat(state.next())
                    .isEqualTo(next.equals("none") ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(next)));
        }
    }

    /** 229 is a missing right, 262 a missing right to create, 547 a foreign key. */
    @ParameterizedTest
    @CsvSource({
        "1205, 40001, again",
        "1222, S0051, again",
        "3960, S0005, again",
        "40613, S0001, again",
        "0, 08S01, again",
        "208, S0002, not there",
        "207, S0001, not there",
        "2760, S0001, not there",
        "2627, 23000, already there",
        "2601, 23000, already there",
        "2714, S0001, already there",
        "11728, S0001, at the end",
        "229, S0005, failed",
        "262, S0001, failed",
        "547, 23000, failed",
        "11732, S0001, failed"
    })
    void shouldKnowWhatAnErrorMeans(int code, String state, String meaning) {
        SQLException failure = new SQLException("as documented", state, code);

        assertThat(dialect().isWorthRepeating(failure)).isEqualTo(meaning.equals("again"));
        assertThat(dialect().isNotThere(failure)).isEqualTo(meaning.equals("not there"));
        assertThat(dialect().isAlreadyThere(failure)).isEqualTo(meaning.equals("already there"));
        assertThat(dialect().isAtEnd(failure)).isEqualTo(meaning.equals("at the end"));
    }

    @ParameterizedTest
    @CsvSource({
        "TINYINT, tinyint, 3, 0, 255",
        "SMALLINT, smallint, 5, 0, 32767",
        "INTEGER, int, 10, 0, 2147483647",
        "BIGINT, bigint, 19, 0, 9223372036854775807",
        "DECIMAL, decimal, 9, 0, 999999999",
        "NUMERIC, numeric, 38, 0, 9223372036854775807",
        "DECIMAL, decimal, 18, 2, 0",
        "DECIMAL, money, 19, 4, 0",
        "BIT, bit, 1, 0, 0",
        "CHAR, uniqueidentifier, 36, 0, 0",
        "DOUBLE, float, 15, 0, 0"
    })
    void shouldKnowHowWideAColumnIs(JDBCType type, String name, int precision, int scale, long largest)
            throws SQLException {
        ResultSetMetaData columns = ReplayedDatabase.described(type.getVendorTypeNumber(), name, precision, scale);

        assertThat(dialect().column(columns, 1).largest()).isEqualTo(largest);
    }

    @Test
    void shouldQuoteNamesLetterByLetterAndRefuseWhatIsTooLong() {
        assertThat(dialect().quote("a]b")).isEqualTo("[a]]b]");
        assertThatThrownBy(() -> dialect().quote("x".repeat(129)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("128");
    }
}
