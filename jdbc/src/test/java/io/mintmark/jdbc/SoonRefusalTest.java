package io.mintmark.jdbc;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.jdbc.database.SqlName;
import io.mintmark.jdbc.database.UnsafeCounterException;
import java.sql.SQLException;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A counter that cannot count is refused when it is described or built, and not by the first reservation. */
class SoonRefusalTest {

    @Test
    @SuppressWarnings("NullAway") // what callers without NullAway do
    void shouldRefuseWhatIsNotThereAtOnce() {
        Properties none = new Properties();
        JdbcRanges ranges = JdbcRanges.over("jdbc:nosuch:shop", none);

        assertThatThrownBy(() -> JdbcRanges.over(null)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> JdbcRanges.over(null, none)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> JdbcRanges.over("jdbc:nosuch:shop", null))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ranges.counter((String) null)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ranges.counter((CounterDescription) null))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ranges.dialect(null)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ranges.table(null)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @EnumSource(TestDatabase.class)
    void shouldRefuseALoginThatMayOnlyRead(TestDatabase database) throws SQLException {
        CounterDescription row = database.newTable(Preset.HIBERNATE_TABLE_POOLED.counter(50), "BIGINT", 0L);
        database.ranges().counter(TestDatabase.fresh("makes_our_table")).build();

        requireReadOnly(database, row);
        requireReadOnly(database, CounterDescription.own(SqlName.of(JdbcRanges.TABLE), "orders"));
        if (database.sequences && database != TestDatabase.H2) { // whose sequences everybody may draw from
            requireReadOnly(database, Preset.EF_CORE.counter(50).sequence(database.newSequence(1, 50)));
        }
    }

    private static void requireReadOnly(TestDatabase database, CounterDescription counter) throws SQLException {
        JdbcRanges ranges = Logins.reader(database, counter.access().name().name());

        assertThatThrownBy(() -> ranges.counter(counter).build())
                .as(counter + " on " + database)
                .isInstanceOf(UnsafeCounterException.class)
                .hasMessageContaining("may not")
                .hasMessageContainingAll(counter.name(), "primary");
    }

    /** A replica of PostgreSQL answers each write as a read-only transaction does. */
    @Test
    void shouldRefuseAReplica() throws SQLException {
        TestDatabase database = TestDatabase.POSTGRES;
        CounterDescription row = database.newTable(Preset.HIBERNATE_TABLE_POOLED.counter(50), "BIGINT", 0L);
        CounterDescription sequence = Preset.EF_CORE.counter(50).sequence(database.newSequence(1, 50));
        String name = TestDatabase.fresh("replica");
        database.execute(
                "CREATE ROLE " + name + " LOGIN PASSWORD 'x' SUPERUSER",
                "ALTER ROLE " + name + " SET default_transaction_read_only = on");

        JdbcRanges replica = Logins.login(database, name);
        for (CounterDescription counter : List.of(row, sequence)) {
            assertThatThrownBy(() -> replica.counter(counter).build())
                    .as(counter.toString())
                    .isInstanceOf(UnsafeCounterException.class)
                    .hasMessageContaining("reads only")
                    .hasMessageContaining("primary");
        }
    }
}
