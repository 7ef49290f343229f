package io.mintmark.postgres;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * Starts a PostgreSQL and proves that it is the one which answers. Its maker chooses a free port seconds before the
 * server listens there, and takes whichever server then answers for its own: one that another build started meanwhile
 * would be used, and would end with that build. Safe for any number of threads.
 */
public final class StartedPostgres {
    private static final int TRIES_MAX = 3;

    /** Its maker gives up after ten seconds, which a busy machine exceeds. */
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private StartedPostgres() {}

    /**
     * Starts one for tests whose engine never loses its machine: its files lie in memory where there is room, and are
     * deleted when it ends. It syncs as a user's does, which costs nothing there.
     *
     * @param settings are called for each try
     * @throws IOException if it does not start
     */
    public static EmbeddedPostgres inMemory(Consumer<EmbeddedPostgres.Builder> settings) throws IOException {
        Path data = MemoryFolder.fresh();
        return start(data, settings.andThen(builder -> builder.setServerConfig("max_wal_size", "256MB")));
    }

    /**
     * Starts one over a directory, which is kept with what is in it.
     *
     * @param settings are called for each try
     * @throws IOException if it does not start
     */
    public static EmbeddedPostgres over(Path data, Consumer<EmbeddedPostgres.Builder> settings) throws IOException {
        return start(data, settings.andThen(builder -> builder.setCleanDataDirectory(false)));
    }

    private static EmbeddedPostgres start(Path data, Consumer<EmbeddedPostgres.Builder> settings) throws IOException {
        for (int tries = 1; tries <= TRIES_MAX; tries++) {
            EmbeddedPostgres server = builder(data, settings).start();
            if (answersFrom(server, data)) {
                return server;
            }
            server.close();
        }
        throw new IOException("PostgreSQL over " + data + " must answer at its port, but another server did, "
                + TRIES_MAX + " times: end what other builds left running");
    }

    private static EmbeddedPostgres.Builder builder(Path data, Consumer<EmbeddedPostgres.Builder> settings) {
        EmbeddedPostgres.Builder builder = EmbeddedPostgres.builder()
                .setDataDirectory(data)
                .setPGStartupWait(PATIENCE)
                .setOutputRedirector(Redirect.DISCARD)
                .setErrorRedirector(Redirect.DISCARD)
                .setServerConfig("fsync", "on")
                .setServerConfig("synchronous_commit", "on")
                .setServerConfig("full_page_writes", "on");
        settings.accept(builder);
        return builder;
    }

    private static boolean answersFrom(EmbeddedPostgres server, Path data) throws IOException {
        try (Connection connection = server.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SHOW data_directory")) {
            return row.next() && Path.of(row.getString(1)).toRealPath().equals(data.toRealPath());
        } catch (SQLException e) {
            throw new IOException("PostgreSQL over " + data + " must say where its files are", e);
        }
    }
}
