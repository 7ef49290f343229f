package io.mintmark.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.jdbc.database.UnsafeCounterException;
import io.mintmark.range.RangeSourceException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Rows that are missing, and that the table does not let us insert. */
class MissingRowTest {
    @ParameterizedTest
    @EnumSource(names = {"H2", "SQLITE", "POSTGRES"})
    void shouldSayWhyARowCannotBeInserted(TestDatabase database) {
        String table = TestDatabase.fresh("sequences_of_tenants");
        database.execute("CREATE TABLE " + table + " (sequence_name VARCHAR(255) PRIMARY KEY, next_val BIGINT,"
                + " tenant BIGINT NOT NULL CHECK (tenant > 0))");
        JdbcCounter counter = database.ranges()
                .counter(Preset.HIBERNATE_TABLE_POOLED.counter(10).table(table))
                .build();

        assertThatThrownBy(() -> counter.reserve(10))
                .isInstanceOf(RangeSourceException.class)
                .hasMessageNotContaining("others were quicker")
                .hasMessageMatching("(?is).*tenant.*");
        assertThatThrownBy(() -> counter.raise(10)).hasMessageMatching("(?is).*tenant.*");
    }

    /** A row that was just made stands where it was to be raised to: nobody was quicker. */
    @ParameterizedTest
    @EnumSource(names = {"H2", "SQLITE"})
    void shouldRaiseAMissingRowInOneAttempt(TestDatabase database) {
        JdbcCounter counter = database.ranges()
                .counter(TestDatabase.fresh("raised"))
                .attempts(1)
                .build();

        assertThat(counter.raise(500)).isEqualTo(500);
        assertThat(counter.reserve(10).low()).isEqualTo(501);
    }

    /** A row that somebody inserted by hand, into a table that was made without NOT NULL. */
    @ParameterizedTest
    @EnumSource(names = {"SQLITE", "MARIADB"})
    void shouldSayThatARowOfOursHasNoSerial(TestDatabase database) {
        String table = TestDatabase.fresh("own");
        database.execute(
                "CREATE TABLE " + table + " (counter_name VARCHAR(255) PRIMARY KEY, last_number BIGINT, serial BIGINT)",
                "INSERT INTO " + table + " (counter_name, last_number) VALUES ('orders', 5000)");
        JdbcCounter counter = database.ranges().table(table).counter("orders").build();

        assertThatThrownBy(() -> counter.reserve(10))
                .isInstanceOf(UnsafeCounterException.class)
                .hasMessageContainingAll("serial", "NULL", table, "orders", "set it to 1");
    }

    @Test
    void shouldSayWhyAFunctionCannotInsertItsRow() {
        String table = TestDatabase.fresh("hilo_of_tenants");
        String function = TestDatabase.fresh("next_hi");
        TestDatabase.POSTGRES.execute(
                "CREATE TABLE " + table + " (entity_name VARCHAR(255) PRIMARY KEY, tenant BIGINT NOT NULL)",
                "CREATE FUNCTION " + function + "(entity VARCHAR) RETURNS BIGINT LANGUAGE sql AS 'INSERT INTO " + table
                        + " (entity_name) VALUES (entity); SELECT CAST(0 AS BIGINT)'");
        JdbcCounter counter = TestDatabase.POSTGRES
                .ranges()
                .counter(Preset.MARTEN.counter().function(function))
                .build();

        assertThatThrownBy(() -> counter.reserve(10))
                .hasMessageNotContaining("others were quicker")
                .hasMessageContaining("tenant");
    }
}
