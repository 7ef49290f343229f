package io.mintmark.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.mintmark.jdbc.database.Durability;
import io.mintmark.jdbc.database.UnsafeCounterException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Settings of a SQLite file decide whether an acknowledged commit survives a loss of power. */
class SqliteDurabilityTest {
    private Path directory = Path.of("");

    /** On the disk of the build: the directory for temporary files may be in memory. */
    @BeforeEach
    void makeDirectory() throws IOException {
        directory = Engines.directory("sqlite-durability");
    }

    @ParameterizedTest
    @CsvSource({
        "WAL, FULL, true",
        "WAL, EXTRA, true",
        "WAL, NORMAL, false",
        "TRUNCATE, FULL, true",
        "PERSIST, FULL, true",
        "PERSIST, NORMAL, false",
        // The end of the transaction is that a name is gone, and the directory is not synced.
        "DELETE, FULL, false",
        "DELETE, EXTRA, true",
        "MEMORY, EXTRA, false",
        "OFF, EXTRA, false"
    })
    void shouldCallDurableWhatIsSyncedBeforeItIsAnswered(String journal, String synchronous, boolean durable) {
        String settings = "?journal_mode=" + journal + "&synchronous=" + synchronous;
        JdbcRanges ranges = JdbcRanges.over("jdbc:sqlite:" + directory.resolve("c.db" + settings), new Properties());

        Durability found = ranges.counter("orders").build().preflight().durability();

        assertThat(found.durable()).as(found.toString()).isEqualTo(durable);
    }

    private static Durability of(JdbcRanges ranges) {
        return ranges.counter("orders").build().preflight().durability();
    }

    /** Each connection of the pool begins with {@code statement}. */
    private HikariDataSource pool(String file, String statement) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl("jdbc:sqlite:" + directory.resolve(file) + "?journal_mode=WAL");
        config.setConnectionInitSql(statement);
        return new HikariDataSource(config);
    }

    private JdbcRanges file(String name) {
        return JdbcRanges.over("jdbc:sqlite:" + directory.resolve(name) + "?journal_mode=WAL", new Properties());
    }

    /** The main file's settings say nothing of another one's. */
    @Test
    void shouldReadTheSettingsOfTheFileThatHasTheTable() {
        String attach = "ATTACH '" + directory.resolve("attached.db") + "' AS other";
        file("main.db").table("only_in_main").counter("orders").build();
        JdbcRanges.over("jdbc:sqlite:" + directory.resolve("attached.db"), new Properties())
                .table("only_in_other")
                .counter("orders")
                .build();
        try (HikariDataSource pool = pool("main.db", attach)) {
            JdbcRanges ranges = JdbcRanges.over(pool);

            assertThat(of(ranges.table("only_in_main")).durable()).isTrue();
            assertThat(of(ranges.table("only_in_other")).toString()).contains("best effort", "journal_mode=delete");
            assertThat(of(ranges.schema("other")).toString()).contains("best effort", "journal_mode=delete");
        }
        try (HikariDataSource pool = pool("main.db", "ATTACH ':memory:' AS other")) {
            assertThat(of(JdbcRanges.over(pool).schema("other")).toString()).contains("best effort", "in memory");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:sqlite:file:held_in_memory?mode=memory&cache=shared",
                "jdbc:sqlite:file:/held_by_vfs?vfs=memdb"
            })
    void shouldCallWhatIsInMemoryBestEffort(String url) throws SQLException {
        try (Connection held = DriverManager.getConnection(url)) {
            assertThat(held.isClosed()).isFalse();
            assertThat(of(JdbcRanges.over(url, new Properties())).toString()).contains("best effort", "in memory");
        }
    }

    /** Where one cache serves all connections, the last of them to set synchronous does so for all. */
    @ParameterizedTest
    @ValueSource(strings = {"cache=shared", "shared_cache=true"})
    void shouldCallASharedCacheBestEffort(String option) {
        String url = "jdbc:sqlite:file:" + directory.resolve("shared.db") + "?journal_mode=WAL&" + option;

        assertThat(of(JdbcRanges.over(url, new Properties())).toString()).contains("best effort", "cache is shared");
    }

    @Test
    void shouldCallAFileOnADiskOfMemoryBestEffort() throws IOException {
        Path memory = Path.of("/dev/shm");
        Assumptions.assumeTrue(
                Files.isWritable(memory) && Files.getFileStore(memory).type().equals("tmpfs"), "no /dev/shm here");
        Path made = Files.createTempDirectory(memory, "mintmark");
        Path file = made.resolve("c.db");
        try {
            assertThat(of(JdbcRanges.over("jdbc:sqlite:" + file + "?journal_mode=WAL", new Properties()))
                            .toString())
                    .contains("best effort", "in memory, on tmpfs");
        } finally {
            for (String end : List.of("", "-wal", "-shm")) {
                Files.deleteIfExists(Path.of(file + end));
            }
            Files.delete(made);
        }
    }

    @Test
    void shouldCallAViewWithTriggersBestEffort() {
        try (HikariDataSource pool = pool("viewed.db", "SELECT 1")) {
            Engines.run(pool, "CREATE TABLE base (counter_name TEXT, last_number BIGINT, serial BIGINT)");
            Engines.run(pool, "CREATE VIEW viewed AS SELECT * FROM base");
            Engines.run(
                    pool,
                    "CREATE TRIGGER moves INSTEAD OF UPDATE ON viewed BEGIN"
                            + " UPDATE base SET last_number = NEW.last_number, serial = NEW.serial; END");
            Engines.run(
                    pool,
                    "CREATE TRIGGER makes INSTEAD OF INSERT ON viewed BEGIN INSERT INTO base VALUES (1, 2, 3); END");

            assertThat(of(JdbcRanges.over(pool).table("viewed")).toString())
                    .contains("best effort", "viewed is a view");
        }
    }

    @Test
    void shouldRefuseWhatEachConnectionHasOfItsOwn() {
        String make = "CREATE TEMP TABLE own (counter_name TEXT, last_number BIGINT, serial BIGINT)";
        file("hidden.db").table("own").counter("orders").build();
        for (String name : List.of("hidden.db", "plain.db")) {
            try (HikariDataSource pool = pool(name, make)) {
                JdbcRanges ranges = JdbcRanges.over(pool).table("own");

                assertThatThrownBy(() -> ranges.counter("orders").build())
                        .isInstanceOf(UnsafeCounterException.class)
                        .hasMessageContainingAll("own", "temporary", "each connection");
                assertThatThrownBy(() -> ranges.schema("temp").counter("orders").build())
                        .isInstanceOf(UnsafeCounterException.class)
                        .hasMessageContaining("temporary");
            }
        }
    }
}
