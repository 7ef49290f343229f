package io.mintmark.cli;

import io.mintmark.postgres.StartedPostgres;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A PostgreSQL that keeps what it acknowledged, for servers that are processes of their own. */
public final class DurablePostgres implements AutoCloseable, BeforeAllCallback, AfterAllCallback {
    private static final String USER = "postgres";
    private static final String SECRET = "correct-horse-battery";

    private final List<String> databases;
    private @Nullable EmbeddedPostgres engine;

    private DurablePostgres(List<String> databases) {
        this.databases = databases;
    }

    /** Returns one for all tests of a class, which starts before them with these databases. */
    public static DurablePostgres of(String... databases) {
        return new DurablePostgres(List.of(databases));
    }

    /** Starts one at once, or skips the tests that need it and says why. */
    public static DurablePostgres start() {
        DurablePostgres started = of();
        started.engine = started();
        return started;
    }

    @Override
    public void beforeAll(ExtensionContext tests) throws SQLException {
        engine = started();
        for (String database : databases) {
            createDatabase(database);
        }
    }

    @Override
    public void afterAll(ExtensionContext tests) throws IOException {
        close();
    }

    private static EmbeddedPostgres started() {
        try {
            return StartedPostgres.inMemory(any -> {});
        } catch (IOException | RuntimeException e) {
            System.out.println("[skipped] PostgreSQL cannot be started here: " + e);
            Assumptions.abort("PostgreSQL cannot be started here: " + e);
            throw new IllegalStateException(e);
        }
    }

    /** Creates a database of that name. */
    public void createDatabase(String name) throws SQLException {
        try (var connection = present().getPostgresDatabase().getConnection();
                var statement = connection.createStatement()) {
            boolean ignored = statement.execute("CREATE DATABASE " + name);
        }
    }

    public int port() {
        return present().getPort();
    }

    /** Returns the options by which a server keeps everything in that database. */
    public String[] options(String database) {
        return options(port(), database);
    }

    /** The same where the engine is reached at another port. */
    static String[] options(int port, String database) {
        return new String[] {"--store=jdbc:postgresql://localhost:" + port + "/" + database, "--store-user=" + USER};
    }

    /** Runs a command on that database; {@code words} are its other options. */
    public CommandRun run(String database, List<String> command, String... words) {
        List<String> first =
                Stream.concat(command.stream(), Stream.of(options(database))).toList();
        return CommandRun.with(variables(), first, words);
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
        if (engine != null) {
            engine.close();
        }
    }

    private EmbeddedPostgres present() {
        return Objects.requireNonNull(engine, "the engine must run");
    }
}
