package io.mintmark.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.mintmark.jdbc.internal.connection.UrlDataSource;
import io.mintmark.range.Range;
import io.mintmark.range.RangeSourceException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Statements that succeed and whose commit fails, on one real database: nothing that was not stored is believed.
 *
 * <p>The pool has one connection, so that the next call finds what the failed one left of it.
 */
abstract class FailedCommitBehaviour {
    private HikariDataSource pool;
    private UrlDataSource beside;

    /** Where the database is, and who may change it. */
    record Place(String url, String user, String password) {}

    abstract Place place() throws Exception;

    /** Makes every commit of a change to this table fail from now on. */
    abstract void refuseCommits(String table) throws SQLException;

    /** Lets them succeed again. */
    abstract void allowCommits(String table) throws SQLException;

    @BeforeEach
    void connect() throws Exception {
        Place place = place();
        pool = Engines.pool(place.url(), place.user(), place.password());
        pool.setMaximumPoolSize(1);
        beside = new UrlDataSource(place.url(), login(place));
    }

    private static Properties login(Place place) {
        Properties login = new Properties();
        if (!place.user().isEmpty()) {
            login.setProperty("user", place.user());
            login.setProperty("password", place.password());
        }
        return login;
    }

    @AfterEach
    void disconnect() {
        if (pool != null) {
            pool.close();
        }
    }

    /** Returns a connection that is not the counter's. */
    Connection beside() throws SQLException {
        return beside.getConnection();
    }

    void execute(String... statements) throws SQLException {
        try (Connection connection = beside();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    long number(String sql) throws SQLException {
        try (Connection connection = beside();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            assertThat(rows.next()).isTrue();
            return rows.getLong(1);
        }
    }

    private JdbcCounter own(String table) {
        return JdbcRanges.over(pool)
                .table(table)
                .counter("orders")
                .attempts(2)
                .pausing(nanos -> {}, () -> 0)
                .build();
    }

    private long lastNumber(String table) throws SQLException {
        return number("SELECT last_number FROM " + table);
    }

    @Test
    void shouldHandOutNothingThatWasNotStored() throws SQLException {
        String table = TestDatabase.fresh("failing");
        JdbcCounter counter = own(table);
        counter.reserve(10);
        refuseCommits(table);

        assertThatThrownBy(() -> counter.reserve(10)).isInstanceOf(RangeSourceException.class);
        allowCommits(table);

        assertThat(lastNumber(table)).as("stored").isEqualTo(10);
        assertThat(counter.reserve(10)).extracting(Range::low, Range::high).containsExactly(11L, 20L);
        assertThat(lastNumber(table)).as("by a connection that commits").isEqualTo(20);
    }

    /** The first block is read, computed and stored, in a transaction. */
    @Test
    void shouldHandOutNothingOfAFirstBlockThatWasNotStored() throws SQLException {
        String table = TestDatabase.fresh("failing_row");
        execute("CREATE TABLE " + table + " (next_val BIGINT)", "INSERT INTO " + table + " VALUES (1)");
        JdbcCounter counter = JdbcRanges.over(pool)
                .counter(Preset.HIBERNATE_ROW_POOLED.counter(10).table(table))
                .attempts(2)
                .pausing(nanos -> {}, () -> 0)
                .build();
        refuseCommits(table);

        assertThatThrownBy(() -> counter.reserve(10))
                .isInstanceOf(RangeSourceException.class)
                .as("what failed, and not what came of it")
                .hasMessageNotContaining("no transaction");
        allowCommits(table);

        assertThat(number("SELECT next_val FROM " + table)).as("stored").isEqualTo(1);
        Range first = counter.reserve(10);
        assertThat(first.low()).isEqualTo(1);
        assertThat(number("SELECT next_val FROM " + table))
                .as("by a connection that commits")
                .isGreaterThan(first.high());
        requireThatItCommits();
    }

    private void requireThatItCommits() throws SQLException {
        try (Connection connection = pool.getConnection()) {
            assertThat(connection.getAutoCommit()).isTrue();
        }
    }

    @Test
    void shouldNotSayThatARangeWentBackWhenItDidNot() throws SQLException {
        String table = TestDatabase.fresh("failing_return");
        JdbcCounter counter = own(table);
        Range range = counter.reserve(10);
        refuseCommits(table);

        assertThatThrownBy(() -> counter.giveBack(range, 4)).isInstanceOf(RangeSourceException.class);
        allowCommits(table);

        assertThat(lastNumber(table)).as("stored").isEqualTo(10);
        assertThat(counter.giveBack(range, 4)).isTrue();
        assertThat(counter.reserve(1).low()).isEqualTo(5);
    }

    @Test
    void shouldNotSayThatItRaisedWhenItDidNot() throws SQLException {
        String table = TestDatabase.fresh("failing_raise");
        JdbcCounter counter = own(table);
        counter.reserve(10);
        refuseCommits(table);

        assertThatThrownBy(() -> counter.raise(500)).isInstanceOf(RangeSourceException.class);
        allowCommits(table);

        assertThat(lastNumber(table)).as("stored").isEqualTo(10);
        assertThat(counter.raise(500)).isEqualTo(500);
        assertThat(lastNumber(table)).isEqualTo(500);
    }
}
