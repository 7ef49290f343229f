package io.mintmark.lab.process;

import io.mintmark.postgres.StartedPostgres;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/**
 * A PostgreSQL server over an empty directory on the disk that is measured, as durable as ours: {@code fsync} and
 * {@code synchronous_commit} are set and read back as on.
 *
 * <p>All else is as PostgreSQL ships it, but for the number of connections.
 */
public final class Postgres implements AutoCloseable {
    /** The user that enters without a password. */
    public static final String USER = "postgres";

    private static final List<String> DURABLE = List.of("fsync", "synchronous_commit", "full_page_writes");

    private final EmbeddedPostgres server;
    private final ProcessHandle process;
    private final String description;

    private Postgres(EmbeddedPostgres server, Path data) throws IOException, SQLException {
        this.server = server;
        long pid = Long.parseLong(
                Files.readAllLines(data.resolve("postmaster.pid")).get(0).strip());
        process = ProcessHandle.of(pid).orElseThrow(() -> new IOException("PostgreSQL must run as process " + pid));
        description = readBack();
    }

    /** Starts one whose data lies in {@code work}; fails if it is not as durable as asked for. */
    public static Postgres start(WorkDirectory work) throws IOException {
        Path data = work.fresh("postgres");
        EmbeddedPostgres server = StartedPostgres.over(
                data,
                builder -> builder.setOverrideWorkingDirectory(
                        work.file("postgres-binaries").toFile()));
        try {
            return new Postgres(server, data);
        } catch (IOException | SQLException e) {
            server.close();
            throw new IOException("PostgreSQL cannot be measured: " + e.getMessage(), e);
        }
    }

    private String readBack() throws SQLException, IOException {
        StringBuilder text = new StringBuilder("PostgreSQL ").append(show("server_version"));
        for (String setting : DURABLE) {
            String found = show(setting);
            if (!found.equals("on")) {
                throw new IOException("it must run with " + setting + "=on but reads back " + found);
            }
            text.append(", ").append(setting).append('=').append(found);
        }
        return text.append(", wal_sync_method=").append(show("wal_sync_method")).toString();
    }

    private String show(String setting) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SHOW " + setting)) {
            return row.next() ? row.getString(1) : "";
        }
    }

    /** Returns its version, and the settings that make it durable as they were read back. */
    public String description() {
        return description;
    }

    /** Returns the process that all its backends are children of. */
    public ProcessHandle process() {
        return process;
    }

    /** Opens a connection that sends batches as one statement and lets the server decide on the types of texts. */
    public Connection connect() throws SQLException {
        return DriverManager.getConnection(url() + "&stringtype=unspecified");
    }

    /** Returns where it listens, for connections that send batches as one statement. */
    public String url() {
        return server.getJdbcUrl(USER, "postgres") + "&reWriteBatchedInserts=true";
    }

    /** Returns where it is for a server of ours, which enters as {@link #USER}. */
    private String storeUrl() {
        return "jdbc:postgresql://localhost:" + server.getPort() + "/postgres";
    }

    /** Returns the options of a server of ours whose tables are in {@code schema}, beside others that may be there. */
    public List<String> storeOptions(String schema) {
        return List.of("--store", storeUrl(), "--store-user", USER, "--store-schema", schema, "--node-tag", "auto");
    }

    /** Runs statements one after the other. */
    public void execute(String... statements) throws IOException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        } catch (SQLException e) {
            throw new IOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
