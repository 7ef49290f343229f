package io.mintmark.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Real servers with small heaps and default limits: whatever one client sends, they refuse it and live. */
@Timeout(300)
class NightlySmallHeapTest {
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private static final String END = "]}";

    @TempDir
    Path directory;

    private static byte[] batch(int bytes, String command) {
        StringBuilder body = new StringBuilder(bytes).append("{\"Commands\":[");
        for (int number = 0; body.length() + command.length() + 10 + END.length() < bytes; number++) {
            body.append(number == 0 ? "" : ",").append(command.replace("#", Integer.toString(number)));
        }
        return body.append(END).toString().getBytes(UTF_8);
    }

    private static String put(int chars) {
        return Bodies.put("a/#", "{\"t\":\"" + "x".repeat(chars) + "\"}");
    }

    private static HttpRequest post(String url, BodyPublisher body) {
        return HttpRequest.newBuilder(URI.create(url + "/databases/shop/bulk_docs"))
                .POST(body)
                .build();
    }

    private static HttpResponse<String> send(HttpRequest request) throws Exception {
        return CLIENT.send(request, BodyHandlers.ofString());
    }

    private static void create(String url) throws Exception {
        HttpResponse<String> made = send(HttpRequest.newBuilder(URI.create(url + "/admin/databases?name=shop"))
                .PUT(BodyPublishers.ofString("{}"))
                .build());
        assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
    }

    private static void assertServes(SmallHeapServer server) throws Exception {
        assertThat(server.isAlive()).as(server.log()).isTrue();
        HttpResponse<String> range =
                send(HttpRequest.newBuilder(URI.create(server.answer() + "/databases/shop/hilo/next?tag=orders"))
                        .build());
        assertThat(range.statusCode()).as(range.body()).isEqualTo(201);
    }

    @ParameterizedTest
    @CsvSource({"128m, 10", "48m, 3"})
    void shouldRefuseABatchThatTheHeapDoesNotHoldAndLive(String heap, int mib) throws Exception {
        try (SmallHeapServer server = SmallHeapServer.start(heap, directory)) {
            assertThat(server.answer()).startsWith("http");
            create(server.answer());
            byte[] large = batch(58 << 20, put(1_000));

            HttpResponse<String> known = send(post(server.answer(), BodyPublishers.ofByteArray(large)));
            HttpResponse<String> unknown =
                    send(post(server.answer(), BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(large))));

            assertThat(known.statusCode()).as(known.body()).isEqualTo(413);
            assertThat(known.body()).contains("limit-body=" + (mib << 20));
            assertThat(unknown.statusCode()).as(unknown.body()).isIn(413, 503);
            assertServes(server);
        }
    }

    /** The broken twin: with the usual limits the same batch ends the server. */
    @Test
    void shouldEndWhereLimitsKnowNoHeap() throws Exception {
        try (SmallHeapServer server = SmallHeapServer.start("128m", directory, "unlimited")) {
            create(server.answer());

            assertThatThrownBy(() ->
                            send(post(server.answer(), BodyPublishers.ofByteArray(batch(58 << 20, put(1_000))))))
                    .isInstanceOf(IOException.class);

            assertThat(server.awaitEnd()).as(server.log()).isEqualTo(3);
        }
    }

    /** The largest bodies that are taken, several at a time: of few large documents, of many small ones, of nothing but ids. */
    @ParameterizedTest
    @CsvSource({"128m, 10", "48m, 3"})
    void shouldLiveThroughTheLargestBatchesThatItTakes(String heap, int mib) throws Exception {
        try (SmallHeapServer server = SmallHeapServer.start(heap, directory)) {
            create(server.answer());
            List<byte[]> bodies = List.of(
                    batch(mib << 20, put(1_000_000)),
                    batch(mib << 20, put(100)),
                    batch(mib << 20, put(0)),
                    batch(mib << 20, Bodies.delete("#")));
            for (byte[] body : bodies) {
                List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
                for (int i = 0; i < 3; i++) {
                    answers.add(CLIENT.sendAsync(
                            post(server.answer(), BodyPublishers.ofByteArray(body)), BodyHandlers.ofString()));
                }
                for (CompletableFuture<HttpResponse<String>> answer : answers) {
                    HttpResponse<String> response = answer.get();
                    assertThat(response.statusCode())
                            .as(() -> response.body()
                                    .substring(0, Math.min(200, response.body().length())))
                            .isIn(201, 413, 503);
                }
                assertServes(server);
            }
        }
    }

    @Test
    void shouldLiveThroughADocumentWhoseTreeAnIndexCouldNotHold() throws Exception {
        try (SmallHeapServer server = SmallHeapServer.start("128m", directory)) {
            create(server.answer());
            String definition = Bodies.indexes(Bodies.counting("sums", "Orders", "a", "Sums", "n", ""));
            HttpResponse<String> index =
                    send(HttpRequest.newBuilder(URI.create(server.answer() + "/databases/shop/indexes"))
                            .PUT(BodyPublishers.ofString(definition))
                            .build());
            assertThat(index.statusCode()).as(index.body()).isEqualTo(201);
            String many = Bodies.in("Orders", "'a':[" + "{},".repeat(3_000_000) + "{}]");
            HttpResponse<String> document =
                    send(HttpRequest.newBuilder(URI.create(server.answer() + "/databases/shop/docs?id=orders/1"))
                            .PUT(BodyPublishers.ofString(many))
                            .build());
            assertThat(document.statusCode()).as(document.body()).isEqualTo(201);

            HttpResponse<String> followed = send(HttpRequest.newBuilder(
                            URI.create(server.answer() + "/databases/shop/bulk_docs?waitForIndexesTimeout=00:01:00"))
                    .POST(BodyPublishers.ofString(Bodies.batch()))
                    .build());
            assertThat(followed.statusCode()).as(followed.body()).isEqualTo(201);
            HttpResponse<String> errors =
                    send(HttpRequest.newBuilder(URI.create(server.answer() + "/databases/shop/indexes/errors"))
                            .build());
            assertThat(errors.body()).contains("orders/1", "values is more than an index can read");
            assertServes(server);
        }
    }

    /** Both would be taken apart to be compared, on the thread that writes for everybody. */
    @Test
    void shouldLiveThroughALargeDocumentWhoseMembersComeInAnotherOrder() throws Exception {
        try (SmallHeapServer server = SmallHeapServer.start("64m", directory)) {
            create(server.answer());
            String members = IntStream.range(0, 205_000)
                    .mapToObj(number -> "\"" + Integer.toString(number, 36) + "\":0,")
                    .collect(Collectors.joining());
            String insert = "[{\"Type\":\"PUT\",\"Id\":\"a\",\"Document\":{%s}}]";
            for (String document :
                    List.of(members + "\"last\":0", "\"last\":0," + members.substring(0, members.length() - 1))) {
                HttpResponse<String> stored = send(HttpRequest.newBuilder(URI.create(
                                server.answer() + "/databases/shop/bulk_insert?id=1&skipOverwriteIfUnchanged=true"))
                        .POST(BodyPublishers.ofString(insert.formatted(document)))
                        .build());
                assertThat(stored.statusCode()).as(stored.body()).isEqualTo(201);
            }
            assertServes(server);
        }
    }

    @Test
    void shouldSayWhyItDoesNotStartWithAHeapThatIsTooSmall() throws Exception {
        try (SmallHeapServer server = SmallHeapServer.start("24m", directory)) {
            assertThat(server.answer()).startsWith("refused: A heap of").contains("at least 32 MiB");
        }
    }
}
