package io.mintmark.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.mintmark.jdbc.database.UnsafeCounterException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** H2 is best effort in every mode; what is left of it differs. */
class H2DurabilityTest {
    private static final String COLUMNS = " (\"counter_name\" VARCHAR(255), \"last_number\" BIGINT, \"serial\" BIGINT)";

    private static HikariDataSource pool(String url, String statement) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setUsername("sa");
        config.setConnectionInitSql(statement);
        return new HikariDataSource(config);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ";MODE=PostgreSQL", ";WRITE_DELAY=0", ";LOCK_MODE=3"})
    void shouldCallEveryModeBestEffort(String mode) throws IOException {
        Path file = Engines.directory("h2-durability").toAbsolutePath().resolve("counters");
        Properties login = new Properties();
        login.setProperty("user", "sa");

        assertThat(JdbcRanges.over("jdbc:h2:" + file + mode, login)
                        .counter("orders")
                        .build()
                        .preflight()
                        .durability()
                        .toString())
                .startsWith("best effort")
                .doesNotContain("in memory");
    }

    @Test
    void shouldSayThatADatabaseIsInMemory() {
        assertThat(TestDatabase.H2
                        .ranges()
                        .counter("orders")
                        .build()
                        .preflight()
                        .durability()
                        .toString())
                .contains("best effort", "in memory");
    }

    @ParameterizedTest
    @ValueSource(strings = {"CACHED", "MEMORY", "GLOBAL TEMPORARY"})
    void shouldCountInATableThatAllConnectionsShare(String kind) {
        try (HikariDataSource pool = pool("jdbc:h2:mem:shared_tables", "SELECT 1")) {
            String table = TestDatabase.fresh("kept");
            Engines.run(pool, "CREATE " + kind + " TABLE \"" + table + "\"" + COLUMNS);

            assertThat(JdbcRanges.over(pool)
                            .table(table)
                            .counter("orders")
                            .build()
                            .preflight()
                            .durability()
                            .durable())
                    .isFalse();
        }
    }

    @Test
    void shouldRefuseWhatEachConnectionHasOfItsOwn() {
        String make = "CREATE LOCAL TEMPORARY TABLE \"own\"" + COLUMNS;
        try (HikariDataSource pool = pool("jdbc:h2:mem:own_tables", make)) {
            assertThatThrownBy(() ->
                            JdbcRanges.over(pool).table("own").counter("orders").build())
                    .isInstanceOf(UnsafeCounterException.class)
                    .hasMessageContainingAll("own", "temporary", "each connection");
        }
    }
}
