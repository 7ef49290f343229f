package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Servers on PostgreSQL as processes of their own: killed, paused, woken. */
@Timeout(180)
class NightlyStoreProcessTest {
    @RegisterExtension
    static final DurablePostgres POSTGRES = DurablePostgres.of();

    @TempDir
    private Path directory;

    private ServerProcess serve(String database, String... more) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Mintmark.class.getName(),
                "serve",
                "--port=0",
                "--data=" + directory.resolve("data")));
        command.addAll(List.of(POSTGRES.options(database)));
        command.addAll(List.of(more));
        return ServerProcess.start(directory, command, DurablePostgres.variables());
    }

    @Test
    void aServerThatWasKilledComesBackUnderItsTagAndGoesOnCounting() throws Exception {
        POSTGRES.createDatabase("killed");
        long high;
        try (ServerProcess first = serve("killed")) {
            URI url = first.awaitReady();
            Calls calls = new Calls(HttpClient.newHttpClient(), url);
            calls.createDatabase();
            high = calls.next("orders").high();
            first.kill();
            assertThat(first.log())
                    .contains("as node A; store class: durable")
                    .doesNotContain(DurablePostgres.secret(), "ERROR", "Exception");
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
            assertThat(third.log()).contains(" DEBUG ").doesNotContain("waiting to see", DurablePostgres.secret());
        }
    }

    @Test
    void aServerThatWasPausedAndReplacedEnds() throws Exception {
        POSTGRES.createDatabase("paused");
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
