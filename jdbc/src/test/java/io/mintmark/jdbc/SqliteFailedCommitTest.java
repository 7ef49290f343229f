package io.mintmark.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** SQLite commits a single statement when it is stepped to its end, which is after its last row. */
class SqliteFailedCommitTest {

    /** A foreign key that is looked at when the transaction ends. */
    @Nested
    class AForeignKey extends FailedCommitBehaviour {
        @TempDir
        private Path directory;

        @Override
        Place place() {
            return new Place("jdbc:sqlite:" + directory.resolve("c.db?journal_mode=WAL&foreign_keys=on"), "", "");
        }

        @Override
        void refuseCommits(String table) throws SQLException {
            execute(
                    "CREATE TABLE IF NOT EXISTS parent (id INTEGER PRIMARY KEY)",
                    "CREATE TABLE IF NOT EXISTS child"
                            + " (parent INTEGER REFERENCES parent (id) DEFERRABLE INITIALLY DEFERRED)",
                    "CREATE TRIGGER refused AFTER UPDATE ON " + table + " BEGIN INSERT INTO child VALUES (1); END");
        }

        @Override
        void allowCommits(String table) throws SQLException {
            execute("DROP TRIGGER refused");
        }

        /** The broken twin: the same statement, believed at its first row. */
        @Test
        void shouldBelieveWhatWasNotStoredAtTheFirstRow() throws SQLException {
            execute("CREATE TABLE twin (last_number BIGINT)", "INSERT INTO twin VALUES (10)");
            refuseCommits("twin");

            assertThat(number("UPDATE twin SET last_number = last_number + 10 RETURNING last_number"))
                    .isEqualTo(20);

            assertThat(number("SELECT last_number FROM twin")).isEqualTo(10);
        }
    }

    /** Somebody who reads: where the journal is rolled back, a commit waits for readers, and gives up. */
    @Nested
    class AReader extends FailedCommitBehaviour {
        @TempDir
        private Path directory;

        private @Nullable Connection reader;

        @Override
        Place place() {
            return new Place("jdbc:sqlite:" + directory.resolve("c.db?journal_mode=DELETE&busy_timeout=50"), "", "");
        }

        @Override
        void refuseCommits(String table) throws SQLException {
            Connection reading = beside();
            reader = reading;
            reading.setAutoCommit(false);
            try (Statement statement = reading.createStatement();
                    ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM " + table)) {
                assertThat(rows.next()).isTrue();
            }
        }

        @Override
        void allowCommits(String table) throws SQLException {
            Objects.requireNonNull(reader).rollback();
        }

        @AfterEach
        void stopReading() throws SQLException {
            if (reader != null) {
                reader.close();
            }
        }
    }
}
