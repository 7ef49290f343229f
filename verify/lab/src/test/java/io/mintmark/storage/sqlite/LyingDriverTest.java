package io.mintmark.storage.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.sqlite.file.ConnectionOpener;
import io.mintmark.storage.sqlite.file.Pragmas;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LyingDriverTest {
    @TempDir
    private Path directory;

    @Test
    void shouldPassTheChecksOfTheProductAndSyncLess() throws SQLException {
        try (Connection connection = LyingDriver.connect(url())) {
            Pragmas.prepareWriter(connection);

            assertThat(Pragmas.read(connection, "synchronous")).isEqualTo("2");
            assertThat(Pragmas.read(connection, "main.synchronous")).isEqualTo("1");
        }
    }

    @Test
    void shouldHaveToLieBecauseTheProductReadsBack() throws SQLException {
        try (Connection connection = ConnectionOpener.DRIVER.open(url())) {
            assertThatThrownBy(() -> Pragmas.require(connection, "synchronous", "NORMAL", "2"))
                    .isInstanceOf(StorageFailedException.class)
                    .hasMessageContaining("synchronous");
        }
    }

    private String url() {
        return "jdbc:sqlite:" + directory.resolve("database-1.sqlite");
    }
}
