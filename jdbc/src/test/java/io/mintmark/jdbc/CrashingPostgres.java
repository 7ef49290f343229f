package io.mintmark.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
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
        this.server = start();
        this.pool = pool();
    }

    private EmbeddedPostgres start() throws IOException {
        EmbeddedPostgres.Builder builder = EmbeddedPostgres.builder()
                .setDataDirectory(data)
                .setCleanDataDirectory(false)
                .setOverrideWorkingDirectory(
                        Path.of("target", "engines", "postgres-binaries").toFile())
                .setOutputRedirector(Redirect.DISCARD)
                .setErrorRedirector(Redirect.DISCARD)
                .setServerConfig("fsync", "on")
                .setServerConfig("synchronous_commit", "on")
                .setServerConfig("full_page_writes", "on");
        settings.forEach(builder::setServerConfig);
        return builder.start();
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
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
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
        server = start();
        pool = pool();
    }

    @Override
    public void close() throws IOException {
        pool.close();
        server.close();
    }
}
