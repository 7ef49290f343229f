package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.mintmark.protocol.Headers;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Servers on PostgreSQL as processes of their own: killed, paused, woken. */
@Timeout(180)
class NightlyStoreProcessTest {
    @RegisterExtension
    static final DurablePostgres POSTGRES = DurablePostgres.of();

    private static final String DOCS = "/databases/" + Calls.DATABASE + "/docs";
    private static final String JOURNAL = "/v1/" + Calls.DATABASE + "/journal";

    @TempDir
    private Path directory;

    private ServerProcess serve(String database, String... more) throws IOException {
        return serveOn(POSTGRES.options(database), more);
    }

    private ServerProcess serveOn(String[] store, String... more) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Mintmark.class.getName(),
                "serve",
                "--port=0",
                "--data=" + directory.resolve("data")));
        command.addAll(List.of(store));
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

    private static HttpResponse<String> send(URI server, String method, String path) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(server.resolve(path))
                .method(method, HttpRequest.BodyPublishers.ofString(method.equals("PUT") ? "{}" : ""))
                .build();
        return HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
    }

    private static HttpResponse<String> put(URI server) throws Exception {
        return send(server, "PUT", DOCS + "?id=users/");
    }

    /** Returns the id of a document that is on this machine alone, once the server takes any. */
    private static String taken(URI server) {
        HttpResponse<String> last = await("it takes documents")
                .atMost(Duration.ofSeconds(60))
                .until(
                        () -> put(server),
                        reply -> reply.statusCode() == 201
                                && reply.headers().firstValue(Headers.STORED).isPresent());
        return last.body().replaceFirst(".*\"Id\":\"([^\"]+)\".*", "$1");
    }

    private static void assertHas(URI server, Set<String> ids) throws Exception {
        for (String id : ids) {
            assertThat(send(server, "GET", DOCS + "?id=" + id).statusCode())
                    .as(id)
                    .isEqualTo(200);
        }
    }

    @Test
    void aServerThatWasKilledWhileItWasCutOffStartsWithoutItsStore() throws Exception {
        POSTGRES.createDatabase("away");
        Set<String> taken = new HashSet<>();
        try (EngineWire wire = new EngineWire(POSTGRES.port())) {
            String[] store = DurablePostgres.options(wire.port(), "away");
            try (ServerProcess first = serveOn(store, "--start-cut-off")) {
                URI url = first.awaitReady();
                new Calls(HttpClient.newHttpClient(), url).createDatabase();
                assertThat(put(url).statusCode()).isEqualTo(201);
                wire.darken();
                taken.add(taken(url));
                taken.add(taken(url));
                first.kill();
            }
            try (ServerProcess second = serveOn(store, "--start-cut-off")) {
                URI url = second.awaitReady();
                assertThat(second.log()).contains("starts cut off from it");
                assertHas(url, taken);
                taken.add(taken(url));
                assertThat(taken).as("no id twice").hasSize(3);

                wire.lighten();

                await("all is home")
                        .atMost(Duration.ofSeconds(90))
                        .until(() -> send(url, "GET", JOURNAL).body().contains("\"documents\":[]"));
                assertHas(url, taken);
                assertThat(put(url).headers().firstValue(Headers.STORED)).isEmpty();
            }
        }
    }
}
