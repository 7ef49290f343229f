package io.mintmark.storage.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.RandomBytes;
import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.sqlite.file.ConnectionOpener;
import io.mintmark.storage.sqlite.file.SqliteVersion;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sqlite.Function;

class SqliteVersionTest {
    @ParameterizedTest(name = "{0} is safe: {1}")
    @CsvSource({
        "2.8.17, false",
        "3.7.0, false",
        "3.43.9, false",
        "3.44.0, false",
        "3.44.5, false",
        "3.44.6, true",
        "3.44.10, true",
        "3.45.3, false",
        "3.49.1, false",
        "3.50, false",
        "3.50.6, false",
        "3.50.7, true",
        "3.51.0, false",
        "3.51.2, false",
        "3.51.3, true",
        "3.52.0, true",
        "3.54.1, true",
        "3.100.0, true",
        "4.0.0, true",
    })
    void shouldTellWhichVersionsCanLoseACommit(String version, boolean safe) {
        assertThat(SqliteVersion.parse(version).isSafe()).isEqualTo(safe);
    }

    @ParameterizedTest
    @ValueSource(strings = {"3.50.4", "3.51.2.0", "3.46.1-beta"})
    void shouldNameTheVersionAndTheRemedy(String version) {
        assertThatThrownBy(() -> SqliteVersion.require(version))
                .isInstanceOf(StorageFailedException.class)
                .hasMessageContaining("SQLite " + version)
                .hasMessageContaining("sqlite-jdbc 3.51.3.0 or newer");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "three", "3", "v3.51.3", "99999.1.1"})
    void shouldRefuseWhatIsNoVersion(String text) {
        assertThatThrownBy(() -> SqliteVersion.require(text))
                .isInstanceOf(StorageFailedException.class)
                .hasMessageContaining("'" + text + "'");
    }

    @Test
    void shouldTakeTheVersionThatTheDriverBrings() {
        SqliteVersion.require(ConnectionOpener.DRIVER);
    }

    @Test
    void shouldNotTouchADirectoryWithAVersionThatIsNotSafe(@TempDir Path directory) {
        ConnectionOpener old = url -> {
            Connection connection = ConnectionOpener.DRIVER.open(url);
            sayVersion(connection);
            return connection;
        };

        assertThatThrownBy(() -> SqliteEngine.open(TestStore.settings(directory), old, RandomBytes.secure()))
                .isInstanceOf(StorageFailedException.class)
                .hasMessageContaining("SQLite 3.50.4");
        assertThat(directory.resolve("catalog.sqlite")).doesNotExist();
        TestStore.open(directory).close();
    }

    private static void sayVersion(Connection connection) throws SQLException {
        try (Statement ignored = connection.createStatement()) {
            Function.create(connection, "sqlite_version", new Function() {
                @Override
                protected void xFunc() throws SQLException {
                    result("3.50.4");
                }
            });
        }
    }
}
