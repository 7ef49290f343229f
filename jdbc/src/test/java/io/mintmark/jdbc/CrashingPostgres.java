package io.mintmark.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/** A durable PostgreSQL of one test, which is killed and started again over what is left. */
final class CrashingPostgres implements AutoCloseable {
    private static final int GONE_SECONDS = 30;

    private final Path data;
    private final Map<String, String> settings;
    private EmbeddedPostgres server;
    private HikariDataSource pool;

    /** Starts an empty one in a directory of that name. */
    CrashingPostgres(String directory, Map<String, String> settings) throws IOException {
        TestDatabase.POSTGRES.source(); // skips the test where none can run
        this.data = Engines.directory(directory);
        this.settings = settings;
        this.server = Engines.postgresOver(data, settings);
        this.pool = pool();
    }

    private HikariDataSource pool() {
        return Engines.pool(server.getJdbcUrl("postgres", "postgres"), "postgres", "postgres");
    }

    JdbcRanges ranges() {
        return JdbcRanges.over(pool);
    }

    int port() {
        return server.getPort();
    }

    Connection connect() throws SQLException {
        return pool.getConnection();
    }

    void execute(String... statements) throws SQLException {
        try (Connection connection = pool.getConnection()) {
            TestDatabase.execute(connection, statements);
        }
    }

    /** Kills every process of it at once, and starts it again. */
    void crash() throws IOException, InterruptedException, ExecutionException, TimeoutException {
        long pid = Long.parseLong(
                Files.readAllLines(data.resolve("postmaster.pid")).get(0));
        ProcessHandle postmaster = ProcessHandle.of(pid).orElseThrow();
        List<ProcessHandle> all =
                Stream.concat(Stream.of(postmaster), postmaster.descendants()).toList();
        all.forEach(ProcessHandle::destroyForcibly);
        for (ProcessHandle process : all) {
            process.onExit().get(GONE_SECONDS, TimeUnit.SECONDS);
        }
        close();
        server = Engines.postgresOver(data, settings);
        pool = pool();
    }

    @Override
    public void close() throws IOException {
        pool.close();
        server.close();
    }
}
