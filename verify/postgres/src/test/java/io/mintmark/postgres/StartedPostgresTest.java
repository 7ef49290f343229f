package io.mintmark.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StartedPostgresTest {
    @Test
    void shouldNotTakeAnotherServerForItsOwn() throws Exception {
        try (EmbeddedPostgres other = StartedPostgres.inMemory(any -> {})) {
            AtomicInteger tries = new AtomicInteger();

            try (EmbeddedPostgres server = StartedPostgres.inMemory(builder -> {
                if (tries.incrementAndGet() == 1) {
                    builder.setPort(other.getPort());
                }
            })) {
                other.close();

                assertThat(show(server, "fsync")).isEqualTo("on");
                assertThat(tries).hasValue(2);
            }
        }
    }

    @Test
    void shouldKeepTheDirectoryThatItIsGiven(@TempDir Path folder) throws Exception {
        Path data = folder.resolve("data");

        StartedPostgres.over(data, any -> {}).close();

        assertThat(data.resolve("PG_VERSION")).exists();
    }

    @Test
    void shouldLeaveNothingInMemory() throws Exception {
        Path data;
        try (EmbeddedPostgres server = StartedPostgres.inMemory(any -> {})) {
            data = Path.of(show(server, "data_directory"));
            assertThat(data).exists();
        }

        assertThat(data).doesNotExist();
    }

    @Test
    void shouldDeleteWhatProcessesThatAreGoneLeft(@TempDir Path parent) throws Exception {
        Process gone = new ProcessBuilder("true").start();
        gone.waitFor();
        Path left = Files.createDirectories(parent.resolve("mintmark-postgres-" + gone.pid() + "-1/base"));
        Path own = Files.createDirectories(
                parent.resolve("mintmark-postgres-" + ProcessHandle.current().pid() + "-1"));
        Files.createFile(left.resolve("file"));

        MemoryFolder.deleteLeftOver(parent);

        assertThat(left.getParent()).doesNotExist();
        assertThat(own).exists();
    }

    private static String show(EmbeddedPostgres server, String setting) throws Exception {
        try (Connection connection = server.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SHOW " + setting)) {
            row.next();
            return row.getString(1);
        }
    }
}
