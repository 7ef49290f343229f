package io.mintmark.storage.sqlite;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.mintmark.storage.sqlite.file.ConnectionOpener;
import io.mintmark.storage.sqlite.file.Pragmas;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** Makes data directories as the first layout had them: without checksums, owners and ids in the catalog. */
final class LayoutOne {
    private LayoutOne() {}

    /** Makes an empty database {@link TestStore#NAME}, number 1, left in order. */
    static void make(Path directory) throws SQLException, IOException {
        Files.createDirectories(directory);
        run(
                directory.resolve("catalog.sqlite"),
                step("catalog-1.sql"),
                "INSERT INTO entry (key, name, record) VALUES ('shop', 'shop', x'7b7d')");
        run(
                TestStore.file(directory),
                step("database-1.sql"),
                "INSERT INTO state VALUES (1, 'AAAAAAAAAAAAAAAAAAAAAA', 0, 0, 0, 1)");
    }

    private static void run(Path file, String... scripts) throws SQLException {
        try (Connection connection = ConnectionOpener.DRIVER.open("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            Pragmas.prepareWriter(connection);
            for (String script : scripts) {
                statement.executeUpdate(script);
            }
            statement.execute("PRAGMA user_version=1");
        }
    }

    private static String step(String resource) throws IOException {
        try (InputStream stream = LayoutOne.class.getResourceAsStream(resource)) {
            return new String(stream.readAllBytes(), UTF_8);
        }
    }
}
