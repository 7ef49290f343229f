package io.mintmark.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.mintmark.range.RangeSourceException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Databases in memory that each connection has for itself: the failure says so, and names the remedy. */
class PrivateDatabaseTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            value = {
                "jdbc:sqlite::memory: cache=shared",
                "jdbc:sqlite: cache=shared",
                "jdbc:sqlite:file::memory: cache=shared",
                "jdbc:sqlite:file:shop?mode=memory cache=shared",
                "jdbc:h2:mem: DB_CLOSE_DELAY"
            })
    void shouldSayThatEachConnectionHasADatabaseOfItsOwn(String url, String remedy) {
        JdbcCounter counter =
                JdbcRanges.over(url, new Properties()).counter("orders").build();

        assertThat(counter.preflight().warnings()).anyMatch(warning -> warning.contains("a database of its own"));
        assertThatThrownBy(() -> counter.reserve(10))
                .isInstanceOf(RangeSourceException.class)
                .hasMessageContainingAll(url, "has a database of its own", remedy);
    }

    @Test
    void shouldSayItThroughAPool() throws SQLException {
        try (HikariDataSource pool = Engines.pool("jdbc:sqlite::memory:", "", "")) {
            pool.setMaximumPoolSize(2);
            Connection first = pool.getConnection();
            JdbcCounter counter = JdbcRanges.over(pool).counter("orders").build();
            try (Connection second = pool.getConnection()) {
                assertThat(second.isValid(1)).isTrue();
                first.close();

                assertThatThrownBy(() -> counter.reserve(10))
                        .isInstanceOf(RangeSourceException.class)
                        .hasMessageContainingAll("no such table", "has a database of its own", "one connection");
            }
        }
    }

    @Test
    void shouldSayItWhenAForeignTableIsNotThere() {
        JdbcRanges ranges = JdbcRanges.over("jdbc:sqlite::memory:", new Properties());

        assertThatThrownBy(
                        () -> ranges.counter(Preset.NHIBERNATE_HILO.counter()).build())
                .hasMessageContaining("has a database of its own");
    }

    /** The remedies. */
    @Test
    void shouldCountWhereConnectionsShareTheDatabase() {
        try (HikariDataSource one = Engines.pool("jdbc:sqlite::memory:", "", "");
                HikariDataSource named = Engines.pool("jdbc:sqlite:file:named?mode=memory&cache=shared", "", "")) {
            one.setMaximumPoolSize(1);

            assertThat(JdbcRanges.over(one)
                            .counter("orders")
                            .build()
                            .reserve(10)
                            .high())
                    .isEqualTo(10);
            JdbcCounter shared = JdbcRanges.over(named).counter("orders").build();
            assertThat(shared.reserve(10).high()).isEqualTo(10);
            assertThat(shared.preflight().warnings()).noneMatch(warning -> warning.contains("of its own"));
        }
    }
}
