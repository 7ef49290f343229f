package io.mintmark.storage.postgresql;

import io.mintmark.postgres.StartedPostgres;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Assumptions;

/**
 * One PostgreSQL for all tests of a process, set as in production; each test has a database of its own. It ends with the
 * process. Where it cannot start, tests are skipped, and the reason is printed.
 */
public final class TestPostgres {
    private static final AtomicInteger MADE = new AtomicInteger();

    private TestPostgres() {}

    private static final class Server {
        static String whyNot = "";
        static final Optional<EmbeddedPostgres> RUNNING = startOrSay();

        private static Optional<EmbeddedPostgres> startOrSay() {
            try {
                return Optional.of(start());
            } catch (IOException | RuntimeException e) {
                whyNot = "PostgreSQL cannot be started here, so its tests are skipped: " + e;
                System.out.println("[skipped] " + whyNot);
                return Optional.empty();
            }
        }

        private static EmbeddedPostgres start() throws IOException {
            EmbeddedPostgres server =
                    StartedPostgres.inMemory(builder -> builder.setServerConfig("max_connections", "100"));
            Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(server)));
            return server;
        }

        private static void stop(EmbeddedPostgres server) {
            try {
                server.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Creates an empty database and returns its JDBC URL, with user and password. */
    public static String fresh() {
        Assumptions.assumeTrue(Server.RUNNING.isPresent(), () -> Server.whyNot);
        String name = "mintmark" + MADE.incrementAndGet();
        run(url("postgres"), "CREATE DATABASE " + name);
        return url(name);
    }

    /** Runs a statement in the database of that URL. */
    public static void run(String url, String sql) {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            boolean ignored = statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String url(String database) {
        return Server.RUNNING.orElseThrow().getJdbcUrl("postgres", database) + "&password=postgres";
    }
}
