package io.mintmark.jdbc.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SqliteDialectTest {
    private final SqliteDialect dialect = new SqliteDialect();

    /** SQLITE_BUSY, SQLITE_LOCKED and SQLITE_SCHEMA, and an extended code of the first. */
    @ParameterizedTest
    @ValueSource(ints = {5, 6, 17, 5 | 2 << 8})
    void shouldRepeatWhatLostARaceWithAnotherConnection(int code) {
        assertThat(dialect.isWorthRepeating(new SQLException("no such table: made_462", null, code)))
                .isTrue();
    }

    @Test
    void shouldNotRepeatWhatIsWrongByItself() {
        assertThat(dialect.isWorthRepeating(new SQLException("no such table: made_462", null, 1)))
                .isFalse();
    }
}
