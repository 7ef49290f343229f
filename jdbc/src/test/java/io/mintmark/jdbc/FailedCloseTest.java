package io.mintmark.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.jdbc.database.UnsafeCounterException;
import io.mintmark.range.RangeSourceException;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A call that fails when its connection goes back, after its work, forgets what that work did and nothing else. */
@Timeout(60)
class FailedCloseTest {
    private volatile boolean failing;

    private DataSource failingToClose(DataSource target) {
        return BoundSource.proxy(
                DataSource.class,
                (method, arguments) -> method.getName().equals("getConnection")
                        ? failingToClose((Connection) method.invoke(target, arguments))
                        : method.invoke(target, arguments));
    }

    private Connection failingToClose(Connection target) {
        return BoundSource.proxy(Connection.class, (method, arguments) -> {
            Object result = method.invoke(target, arguments);
            if (failing && method.getName().equals("close")) {
                throw new SQLException("the connection did not go back", "HY000");
            }
            return result;
        });
    }

    @Test
    void shouldStillKnowItsNumbersAfterARaiseThatMovedNothing() {
        String table = TestDatabase.fresh("closing");
        JdbcCounter counter = JdbcRanges.over(failingToClose(TestDatabase.H2.source()))
                .table(table)
                .counter("orders")
                .build();
        assertThat(counter.reserve(10).high()).isEqualTo(10);
        failing = true;
        assertThatThrownBy(() -> counter.raise(5)).isInstanceOf(RangeSourceException.class);
        failing = false;
        TestDatabase.H2.execute("UPDATE \"" + table + "\" SET \"last_number\" = 0");

        assertThatThrownBy(() -> counter.reserve(10))
                .isInstanceOf(UnsafeCounterException.class)
                .hasMessageContaining("must not go back");
    }
}
