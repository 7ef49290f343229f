package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The jar as its users run it. */
class ServeIT {

    @TempDir
    private Path directory;

    private ServerProcess serve(String... more) throws IOException {
        String[] args = {
            "serve", "--port", "0", "--data", directory.resolve("data").toString()
        };
        return ServerProcess.run(
                directory, Stream.of(args, more).flatMap(Arrays::stream).toArray(String[]::new));
    }

    @Test
    void readyLineIsAllThatStandardOutputGets() throws Exception {
        try (ServerProcess server = serve()) {
            URI url = server.awaitReady();
            new Calls(HttpClient.newHttpClient(), url).createDatabase();
            server.terminate();

            assertThat(url.getHost()).isEqualTo("127.0.0.1");
            assertThat(url.getPort()).isPositive();
            assertThat(server.awaitExit()).isEqualTo(143);
            assertThat(server.restOfOutput()).isEmpty();
            assertThat(server.log())
                    .contains(
                            "keeps " + directory.toRealPath().resolve("data"),
                            "node A",
                            "store class: durable",
                            "Stopped")
                    .doesNotContain("WARN", "ERROR", "Exception");
        }
    }

    @Test
    void secondServerOnTheSameDataIsRefused() throws Exception {
        try (ServerProcess first = serve()) {
            URI ignored = first.awaitReady();
            try (ServerProcess second = serve()) {
                assertThat(second.awaitExit()).isEqualTo(1);
                assertThat(second.restOfOutput()).isEmpty();
                assertThat(second.log().lines()).hasSize(1);
                assertThat(second.log()).contains("in use by another server", "--data");
            }
        }
    }

    @Test
    void portInUseIsRefused() throws Exception {
        try (ServerProcess first = serve()) {
            String port = Integer.toString(first.awaitReady().getPort());
            try (ServerProcess second = ServerProcess.run(
                    directory,
                    "serve",
                    "--port",
                    port,
                    "--data",
                    directory.resolve("other").toString())) {
                assertThat(second.awaitExit()).isEqualTo(1);
                assertThat(second.log().lines().filter(line -> !line.contains(" INFO ")))
                        .singleElement()
                        .asString()
                        .contains(port, "choose another");
            }
        }
    }

    private static boolean isAtWork(URI url) throws IOException, InterruptedException {
        return Http.get(url, "/metrics").body().contains("mintmark_http_working 1");
    }

    @Test
    void terminationAnswersWhatWasAccepted() throws Exception {
        int documents = 20_000;
        String commands = IntStream.range(0, documents)
                .mapToObj(i -> "{\"Type\":\"PUT\",\"Id\":\"notes/" + i + "\",\"Document\":{\"N\":" + i + "}}")
                .collect(Collectors.joining(",", "{\"Commands\":[", "]}"));
        HttpClient client = HttpClient.newHttpClient();
        try (ServerProcess server = serve()) {
            URI url = server.awaitReady();
            new Calls(client, url).createDatabase();
            CompletableFuture<HttpResponse<String>> answer = client.sendAsync(
                    HttpRequest.newBuilder(url.resolve("/databases/crash/bulk_docs"))
                            .POST(BodyPublishers.ofString(commands))
                            .build(),
                    BodyHandlers.ofString());
            await("the request is at work")
                    .pollInterval(Duration.ofMillis(5))
                    .until(() -> answer.isDone() || isAtWork(url));
            boolean early = answer.isDone();
            server.terminate();

            assertThat(early).as("the request must still be at work").isFalse();
            assertThat(answer.get().statusCode()).isEqualTo(201);
            assertThat(answer.get().body()).contains("notes/" + (documents - 1));
            assertThat(server.awaitExit()).isEqualTo(143);
        }
        try (ServerProcess again = serve()) {
            String last = "/databases/crash/docs?id=notes/" + (documents - 1);
            assertThat(Http.get(again.awaitReady(), last).statusCode()).isEqualTo(200);
        }
    }

    @Test
    void helpEndsWithZero() throws Exception {
        for (List<String> args : List.of(List.of("--help"), List.of("serve", "--help"), List.of("--version"))) {
            try (ServerProcess help = ServerProcess.run(directory, args.toArray(String[]::new))) {
                assertThat(help.restOfOutput()).isNotEmpty();
                assertThat(help.awaitExit()).isZero();
                assertThat(help.log()).isEmpty();
            }
        }
    }

    @Test
    void unknownOptionEndsWithTwo() throws Exception {
        try (ServerProcess refused = serve("--no-such-option")) {
            assertThat(refused.awaitExit()).isEqualTo(2);
            assertThat(refused.log().lines()).hasSize(1);
            assertThat(refused.log()).contains("--no-such-option", "--help");
        }
    }
}
