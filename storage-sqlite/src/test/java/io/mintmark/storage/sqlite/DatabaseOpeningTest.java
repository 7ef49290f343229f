package io.mintmark.storage.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.sqlite.file.ConnectionOpener;
import io.mintmark.storage.sqlite.file.Pragmas;
import io.mintmark.support.Intercepted;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DatabaseOpeningTest {
    @TempDir
    Path directory;

    @Test
    void shouldRunWithThePragmasThatMakeACommitDurable() throws SQLException {
        TestStore.open(directory).close();

        try (Connection connection = raw()) {
            Pragmas.prepareWriter(connection);

            assertThat(Pragmas.read(connection, "journal_mode")).isEqualTo("wal");
            assertThat(Pragmas.read(connection, "synchronous")).isEqualTo("2");
            assertThat(Pragmas.read(connection, "fullfsync")).isEqualTo("1");
            assertThat(Pragmas.read(connection, "trusted_schema")).isEqualTo("0");
        }
    }

    @ParameterizedTest(name = "{0} set to {1} instead")
    @CsvSource({"journal_mode=WAL, journal_mode=DELETE", "synchronous=FULL, synchronous=NORMAL"})
    void shouldRefuseAConnectionThatDoesNotObeyAPragma(String asked, String done) {
        assertThatThrownBy(() -> TestStore.open(directory, disobeying("PRAGMA " + asked, "PRAGMA " + done)))
                .isInstanceOf(StorageFailedException.class)
                .hasMessageContaining("SQLite must run with " + asked)
                .hasMessageContaining("reads back");

        TestStore.open(directory).close();
    }

    /** Opens connections that do {@code done} when they are asked for {@code asked}. */
    private static ConnectionOpener disobeying(String asked, String done) {
        return url -> {
            Connection real = ConnectionOpener.DRIVER.open(url);
            return Intercepted.of(Connection.class, real, (method, arguments, call) -> {
                Object made = call.make(arguments);
                return method.equals("createStatement") && made instanceof Statement statement
                        ? disobeying(statement, asked, done)
                        : made;
            });
        };
    }

    private static Object disobeying(Statement real, String asked, String done) {
        return Intercepted.of(Statement.class, real, (method, arguments, call) -> {
            boolean victim = arguments.length > 0 && asked.equals(arguments[0]);
            return victim ? call.make(done) : call.make(arguments);
        });
    }

    @Test
    void shouldRefuseAFileOfANewerVersion() throws SQLException {
        TestStore.open(directory).close();
        execute("PRAGMA user_version=8");

        assertThatThrownBy(() -> TestStore.open(directory))
                .isInstanceOf(StorageFailedException.class)
                .hasMessageContaining("layout version 8")
                .hasMessageContaining("run the newer Mintmark that wrote it");

        execute("PRAGMA user_version=7");
        TestStore.open(directory).close();
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, Integer.MIN_VALUE})
    void shouldRefuseAFileOfAVersionThatNobodyWrites(int version) throws SQLException {
        TestStore.open(directory).close();
        execute("PRAGMA user_version=" + version);

        assertThatThrownBy(() -> TestStore.open(directory))
                .isInstanceOf(StorageFailedException.class)
                .hasMessageContaining("layout version " + version + ", which no Mintmark writes");
    }

    @Test
    void shouldKeepASecondEngineOutOfTheDirectory() {
        TestStore store = TestStore.open(directory);
        try (store) {
            assertThatThrownBy(() -> TestStore.open(directory))
                    .isInstanceOf(StorageFailedException.class)
                    .hasMessageContaining("in use by another server (process "
                            + ProcessHandle.current().pid() + ", this one)");
        }

        TestStore.open(directory).close();
    }

    @Test
    void shouldSayWhereABrokenFileLies() throws Exception {
        TestStore.open(directory).close();
        java.nio.file.Files.writeString(TestStore.file(directory), "this is no database".repeat(1_000));

        assertThatThrownBy(() -> TestStore.open(directory))
                .isInstanceOf(StorageFailedException.class)
                .hasMessageContaining(TestStore.file(directory).toString());
    }

    private Connection raw() throws SQLException {
        return ConnectionOpener.DRIVER.open("jdbc:sqlite:" + TestStore.file(directory));
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = raw();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
