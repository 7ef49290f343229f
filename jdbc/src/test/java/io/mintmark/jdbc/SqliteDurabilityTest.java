package io.mintmark.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.jdbc.database.Durability;
import java.nio.file.Path;
import java.util.Properties;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Settings of a SQLite file decide whether an acknowledged commit survives a loss of power. */
class SqliteDurabilityTest {
    @TempDir
    Path directory;

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
}
