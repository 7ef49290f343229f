package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.MintmarkException;
import io.mintmark.protocol.ErrorType;
import io.mintmark.storage.StorageBusyException;
import io.mintmark.support.limits.Limits;
import io.mintmark.web.admission.AdmissionCounts;
import io.mintmark.web.http.Endpoint;
import io.mintmark.web.http.Router;
import io.mintmark.web.jetty.HttpFront;
import io.mintmark.web.jetty.HttpSettings;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a whole server says of its load, and of what is too much. */
class OverloadedServerTest {
    private static final String BATCH = "{\"Commands\":[{\"Type\":\"PUT\",\"Id\":\"a/\",\"Document\":{\"T\":\"%s\"}}]}";

    @TempDir
    private Path directory;

    @Test
    void shouldRefuseBodiesBeyondItsMemoryAndCountThem() {
        Limits.Sizes sizes = new Limits.Sizes(8 << 10, 32 << 10, 64 << 10, 64 << 10, 128, 256, 128);
        Limits load = Limits.DEFAULT.withMemoryBytes(3 * (64 << 10));
        ServerSettings.Builder settings = ServerSettings.builder(directory).limits(load.with(sizes));
        try (TestServer server = TestServer.start(settings)) {
            server.createDatabase("shop");
            String large = BATCH.formatted("x".repeat(60 << 10));

            server.post("/databases/shop/bulk_docs", large).expect(201);
            assertThat(server.metric("mintmark_http_shed_total{why=\"memory\"}"))
                    .isZero();
            assertThat(server.metric("mintmark_http_connections")).isPositive();
            assertThat(server.metric("mintmark_http_memory_bytes")).isZero();
            assertThat(server.metric("mintmark_http_connections_refused_total{why=\"limit\"}"))
                    .isZero();
        }
    }

    /** A client that was told to come again has lost no numbers. */
    @Test
    void shouldDrawNoIdsForWhichThereIsNoMemory() {
        Limits.Sizes sizes = new Limits.Sizes(8 << 10, 32 << 10, 64 << 10, 64 << 10, 128, 256, 128);
        Limits load = Limits.DEFAULT.withMemoryBytes(3 * (64 << 10));
        try (TestServer server =
                TestServer.start(ServerSettings.builder(directory).limits(load.with(sizes)))) {
            server.createDatabase("shop");
            String counter = "/v1/shop/counters/" + "x".repeat(450);

            server.post(counter + "/next?count=1000", "").expect(503);

            server.get(counter).expect(404);
            assertThat(server.post(counter + "/next?count=10", "").expect(200).number("number"))
                    .isOne();
            assertThat(server.metric("mintmark_http_memory_bytes")).isZero();
        }
    }

    @Test
    void shouldAnswerLazyLoadsThatTakeMoreMemoryTogetherThanThereIs() {
        Limits.Sizes sizes = new Limits.Sizes(8 << 10, 32 << 10, 256 << 10, 256 << 10, 128, 256, 128);
        Limits load = Limits.DEFAULT.withMemoryBytes(3 * (256 << 10));
        try (TestServer server =
                TestServer.start(ServerSettings.builder(directory).limits(load.with(sizes)))) {
            server.createDatabase("shop");
            server.put("/databases/shop/docs?id=large", "{\"t\":\"" + "x".repeat(100 << 10) + "\"}");
            String part = "{\"Url\":\"/databases/shop/docs\",\"Query\":\"?%s\"}";
            List<String> parts = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                parts.add(part.formatted("id=large&metadataOnly=" + (i % 2 == 0)));
                parts.add(part.formatted("startsWith=large"));
            }

            TestServer.Answer answer =
                    server.post("/databases/shop/multi_get", "{\"Requests\":[" + String.join(",", parts) + "]}");

            assertThat(answer.path("Results").findValuesAsText("StatusCode"))
                    .hasSize(40)
                    .containsOnly("200");
            assertThat(server.metric("mintmark_http_memory_bytes")).isZero();
        }
    }

    @Test
    void shouldRefuseMemoryThatNoLargestBodyFindsRoomIn() {
        ServerSettings settings = ServerSettings.builder(directory)
                .port(0)
                .limits(Limits.DEFAULT.withMemoryBytes(1 << 20))
                .build();

        assertThatThrownBy(() -> MintmarkServer.start(settings))
                .isInstanceOf(MintmarkException.class)
                .hasMessageContaining("limit-memory=1048576")
                .hasMessageContaining("limit-body=67108864");
    }

    @Test
    void shouldRefuseLimitsThatAreNone() {
        assertThatThrownBy(() -> new Limits.Connections(0, 1)).hasMessageContaining("connections.max=0");
        assertThatThrownBy(() -> new Limits.Writes(1, 0)).hasMessageContaining("writes.bytesMax=0");
    }

    @Test
    void shouldTellTheClientOfABusyWriterThatItMayTryAgain() throws Exception {
        Endpoint busy = request -> {
            throw new StorageBusyException("Too much to write.");
        };
        Router router = new Router().add("GET", "/busy", request -> ServedEndpoints.translated(busy, request));
        HttpSettings settings = MintmarkServer.http(
                ServerSettings.builder(Path.of("unused")).port(0).build(), Optional.empty());
        try (HttpFront front = HttpFront.start(
                settings, router, (request, changes) -> {}, (request, reply) -> reply, new AdmissionCounts())) {
            URI url = URI.create("http://127.0.0.1:" + front.address().getPort() + "/busy");
            HttpResponse<String> refused = HttpClient.newHttpClient()
                    .send(HttpRequest.newBuilder(url).build(), HttpResponse.BodyHandlers.ofString());

            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(refused.headers().firstValue("Retry-After")).contains("1");
            assertThat(refused.body()).contains("Too much to write.", ErrorType.OVERLOADED.wireName());
        }
    }
}
