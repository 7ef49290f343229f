package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Servers on PostgreSQL as processes of their own: killed, paused, woken. */
@Timeout(180)
class StoreProcessTest {
    private static final String SECRET = "correct-horse-battery";

    private static EmbeddedPostgres postgres;

    @TempDir
    private Path directory;

    @BeforeAll
    static void start() {
        try {
            postgres = EmbeddedPostgres.builder()
                    .setServerConfig("fsync", "on")
                    .setServerConfig("synchronous_commit", "on")
                    .setErrorRedirector(Redirect.DISCARD)
                    .setOutputRedirector(Redirect.DISCARD)
                    .start();
        } catch (IOException | RuntimeException e) {
            System.out.println("[skipped] PostgreSQL cannot be started here: " + e);
            Assumptions.abort("PostgreSQL cannot be started here: " + e);
        }
    }

    @AfterAll
    static void stop() throws IOException {
        if (postgres != null) {
            postgres.close();
        }
    }

    private ServerProcess serve(String database, String... more) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Mintmark.class.getName(),
                "serve",
                "--port=0",
                "--data=" + directory.resolve("data"),
                "--store=jdbc:postgresql://localhost:" + postgres.getPort() + "/" + database,
                "--store-user=postgres"));
        command.addAll(List.of(more));
        return ServerProcess.start(directory, command, Map.of("MINTMARK_STORE_PASSWORD", SECRET));
    }

    private static void createDatabase(String name) throws Exception {
        try (var connection = postgres.getPostgresDatabase().getConnection();
                var statement = connection.createStatement()) {
            boolean ignored = statement.execute("CREATE DATABASE " + name);
        }
    }

    @Test
    void aServerThatWasKilledComesBackUnderItsTagAndGoesOnCounting() throws Exception {
        createDatabase("killed");
        long high;
        try (ServerProcess first = serve("killed")) {
            URI url = first.awaitReady();
            Calls calls = new Calls(HttpClient.newHttpClient(), url);
            calls.createDatabase();
            high = calls.next("orders").high();
            first.kill();
            assertThat(first.log())
                    .contains("as node A; store class: durable")
                    .doesNotContain(SECRET, "ERROR", "Exception");
        }
        try (ServerProcess second = serve("killed")) {
            Calls calls = new Calls(HttpClient.newHttpClient(), second.awaitReady());

            assertThat(second.log()).contains("The node tag A is held by another server", "waiting");
            assertThat(calls.next("orders").low()).isEqualTo(high + 1);
            second.terminate();
            assertThat(second.awaitExit()).isEqualTo(143);
        }
        try (ServerProcess third = serve("killed", "--log-level=trace")) {
            URI ignored = third.awaitReady();
            assertThat(third.log()).contains("TRACE").doesNotContain("waiting to see", SECRET);
        }
    }

    @Test
    void aServerThatWasPausedAndReplacedEnds() throws Exception {
        createDatabase("paused");
        try (ServerProcess paused = serve("paused")) {
            new Calls(HttpClient.newHttpClient(), paused.awaitReady()).createDatabase();
            try (ServerProcess refused = serve("paused")) {
                assertThat(refused.awaitExit()).isEqualTo(1);
                assertThat(refused.log()).contains("which lives", "--node-tag auto");
            }
            paused.pause();
            try (ServerProcess heir = serve("paused")) {
                Calls calls = new Calls(HttpClient.newHttpClient(), heir.awaitReady());
                paused.resume();

                assertThat(paused.awaitExit()).isEqualTo(1);
                assertThat(paused.log()).contains("Another server has taken the node tag A over");
                assertThat(calls.next("orders").low()).isEqualTo(1);
            }
        }
    }
}
