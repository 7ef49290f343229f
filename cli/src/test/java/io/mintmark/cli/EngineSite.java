package io.mintmark.cli;

import io.mintmark.postgres.StartedPostgres;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/** A place where a durable PostgreSQL runs: one after the other, each in a directory of its own, behind one address. */
final class EngineSite implements AutoCloseable {
    private static final Duration START_MAX = Duration.ofSeconds(60);
    private static final Duration GONE_MAX = Duration.ofSeconds(10);
    private static final Duration PAUSE = Duration.ofMillis(20);

    private final Path directory;
    private final EngineWire address;
    private @Nullable EmbeddedPostgres engine;
    private Path data;
    private int engines;

    /** Runs nothing yet; directories are made in {@code directory}. */
    EngineSite(Path directory) throws IOException {
        this.directory = Files.createDirectories(directory);
        this.data = directory;
        this.address = new EngineWire(0);
        address.cut();
    }

    /** Returns the port that leads to whichever engine runs here. */
    int port() {
        return address.port();
    }

    /** Returns the port of the present engine itself. */
    int enginePort() {
        return present().getPort();
    }

    /** Returns where the present engine keeps its files. */
    Path data() {
        return data;
    }

    /** Returns a directory for the next engine, which does not exist yet. */
    Path nextData() {
        engines++;
        data = directory.resolve("engine-" + engines);
        return data;
    }

    /** Starts an engine in {@link #data}, with what is there already or anew. */
    void start() throws IOException {
        engine = StartedPostgres.over(
                data,
                settings -> settings.setServerConfig("wal_keep_size", "256MB")
                        .setServerConfig("wal_receiver_status_interval", "1s")
                        .setServerConfig("wal_retrieve_retry_interval", "100ms")
                        .setServerConfig("dynamic_shared_memory_type", "mmap"));
        address.mend(enginePort());
    }

    /** Ends it as the loss of its machine would: every process of it by SIGKILL, every connection at once. */
    void kill() throws IOException {
        long postmaster = Long.parseLong(
                Files.readAllLines(data.resolve("postmaster.pid")).get(0));
        List<ProcessHandle> all = new ArrayList<>();
        ProcessHandle.of(postmaster).ifPresent(parent -> {
            all.add(parent);
            parent.descendants().forEach(all::add);
        });
        address.cut();
        all.forEach(ProcessHandle::destroyForcibly);
        Awaitility.await("every process of the engine is gone")
                .atMost(GONE_MAX)
                .pollInterval(PAUSE)
                .until(() -> all.stream().noneMatch(ProcessHandle::isAlive));
        present().close();
        engine = null;
    }

    /** Runs one statement; empty if it has no row. */
    String ask(String sql) throws SQLException {
        try (Connection connection = connection();
                Statement statement = connection.createStatement()) {
            if (!statement.execute(sql)) {
                return "";
            }
            try (ResultSet row = statement.getResultSet()) {
                return row.next() ? String.valueOf(row.getString(1)) : "";
            }
        }
    }

    /** Runs statements one after the other in another database of it. */
    void run(String database, String... statements) throws SQLException {
        try (Connection connection = present().getDatabase("postgres", database).getConnection();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                boolean ignored = statement.execute(sql);
            }
        }
    }

    /** Waits until a statement answers so. */
    void await(String expected, String sql) {
        Awaitility.await(sql).atMost(START_MAX).pollInterval(PAUSE).until(() -> ask(sql), expected::equals);
    }

    /** Opens a connection to it. */
    Connection connection() throws SQLException {
        return present().getPostgresDatabase().getConnection();
    }

    private EmbeddedPostgres present() {
        return Objects.requireNonNull(engine, "an engine must run here");
    }

    @Override
    public void close() throws IOException {
        address.close();
        if (engine != null) {
            engine.close();
        }
    }
}
