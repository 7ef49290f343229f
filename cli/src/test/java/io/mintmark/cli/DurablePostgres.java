package io.mintmark.cli;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;

/** A PostgreSQL that keeps what it acknowledged, for servers that are processes of their own. */
public final class DurablePostgres implements AutoCloseable {
    private static final String USER = "postgres";
    private static final String SECRET = "correct-horse-battery";

    private final EmbeddedPostgres postgres;

    private DurablePostgres(EmbeddedPostgres postgres) {
        this.postgres = postgres;
    }

    /** Starts it, or skips the tests that need it and says why. */
    public static DurablePostgres start() {
        try {
            return new DurablePostgres(EmbeddedPostgres.builder()
                    .setServerConfig("fsync", "on")
                    .setServerConfig("synchronous_commit", "on")
                    .setErrorRedirector(Redirect.DISCARD)
                    .setOutputRedirector(Redirect.DISCARD)
                    .start());
        } catch (IOException | RuntimeException e) {
            System.out.println("[skipped] PostgreSQL cannot be started here: " + e);
            Assumptions.abort("PostgreSQL cannot be started here: " + e);
            throw new IllegalStateException(e);
        }
    }

    /** Creates a database of that name. */
    public void createDatabase(String name) throws SQLException {
        try (var connection = postgres.getPostgresDatabase().getConnection();
                var statement = connection.createStatement()) {
            boolean ignored = statement.execute("CREATE DATABASE " + name);
        }
    }

    public int port() {
        return postgres.getPort();
    }

    /** Returns the options by which a server keeps everything in that database. */
    public String[] options(String database) {
        return options(port(), database);
    }

    /** The same where the engine is reached at another port. */
    static String[] options(int port, String database) {
        return new String[] {"--store=jdbc:postgresql://localhost:" + port + "/" + database, "--store-user=" + USER};
    }

    /** Returns the variables that go with {@link #options}. */
    public static Map<String, String> variables() {
        return Map.of("MINTMARK_STORE_PASSWORD", SECRET);
    }

    /** Returns the password, which no log may show. */
    public static String secret() {
        return SECRET;
    }

    @Override
    public void close() throws IOException {
        postgres.close();
    }
}
