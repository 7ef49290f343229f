package io.mintmark.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.counter.ExhaustedException;
import io.mintmark.jdbc.database.ColumnType;
import io.mintmark.jdbc.database.CounterAccess;
import io.mintmark.jdbc.database.Dialect;
import io.mintmark.jdbc.database.Durability;
import io.mintmark.range.Range;
import io.mintmark.range.RangeSourceException;
import java.sql.Connection;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A dialect of a user's own, which says what a database syncs, and perhaps not what keeps a table. */
class OwnDialectTest {
    private static final Durability SYNCED = new Durability(true, "sync=on");

    /** Knows the settings of the database alone. */
    private static class Settings extends Dialect {
        Settings() {
            super("H2");
        }

        @Override
        public Durability durability(Connection connection) {
            return SYNCED;
        }
    }

    /** Looks at the table, too. */
    private static final class Looking extends Settings {
        @Override
        public Durability durability(Connection connection, CounterAccess counter) {
            return SYNCED;
        }
    }

    private static Durability durability(Dialect dialect) {
        return TestDatabase.H2
                .ranges()
                .dialect(dialect)
                .table(TestDatabase.fresh("own_dialect"))
                .counter("orders")
                .build()
                .preflight()
                .durability();
    }

    /** Takes a number for as wide as its JDBC type can be. */
    private static final class Wide extends Settings {
        @Override
        public ColumnType column(ResultSetMetaData columns, int at) throws SQLException {
            ColumnType type = super.column(columns, at);
            return type.isWhole() ? new ColumnType(true, Long.MAX_VALUE, type.name()) : type;
        }
    }

    /** The broken twin of the widths: the database itself refuses, in the middle of a reservation. */
    @ParameterizedTest
    @ValueSource(strings = {"NUMERIC(4)", "SMALLINT"})
    void shouldFailInTheDatabaseWhereADialectDoesNotKnowTheWidth(String type) {
        long stored = type.equals("SMALLINT") ? 32_767 : 9_999;
        CounterDescription counter =
                TestDatabase.H2.newTable(Preset.NHIBERNATE_TABLE_POOLED_LO.counter(10), type, stored);

        assertThatThrownBy(() -> reserve(new Settings(), counter)).isInstanceOf(ExhaustedException.class);
        assertThatThrownBy(() -> reserve(new Wide(), counter)).isInstanceOf(RangeSourceException.class);
    }

    private static Range reserve(Dialect dialect, CounterDescription counter) {
        return TestDatabase.H2
                .ranges()
                .dialect(dialect)
                .counter(counter)
                .build()
                .reserve(10);
    }

    @Test
    void shouldCallBestEffortWhatADialectDoesNotLookAt() {
        assertThat(durability(new Settings()).toString()).contains("best effort", "sync=on", "is not seen");
        assertThat(durability(new Looking())).isEqualTo(SYNCED);
    }
}
