package io.mintmark.cli.command;

import io.mintmark.cli.CommandRun;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** A database of SQLite, for tests of what the doctor says of it. */
abstract class DoctoredDatabase {
    @TempDir
    Path directory;

    CommandRun doctor(String... options) {
        return CommandRun.of(List.of("doctor", "--jdbc-url", url()), options);
    }

    String url() {
        return "jdbc:sqlite:" + directory.resolve("shop.db");
    }

    void execute(String... statements) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url());
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }
}
