package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.mintmark.MintmarkException;
import io.mintmark.support.Eventually;
import io.mintmark.support.limits.Limits;
import io.mintmark.web.tls.TestCertificate;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A whole server over TLS, and the certificates of its clients. */
class TlsOverHttpTest {
    private static final TestCertificate SERVER =
            TestCertificate.named("server").make();

    @TempDir
    static Path directory;

    @AutoClose
    private static MintmarkServer server;

    @BeforeAll
    static void start() {
        server = MintmarkServer.start(settings("data").build());
    }

    private static ServerSettings.Builder settings(String data) {
        return ServerSettings.builder(directory.resolve(data))
                .port(0)
                .tls(TlsSettings.of(SERVER.writePem(directory.resolve(data + ".pem"))));
    }

    private static HttpResponse<String> get(SSLContext client, String target) throws IOException, InterruptedException {
        HttpRequest request =
                HttpRequest.newBuilder(URI.create(server.url() + target)).build();
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .sslContext(client)
                .build()
                .send(request, HttpResponse.BodyHandlers.ofString());
    }

    private static JsonNode tree(HttpResponse<String> answer) throws IOException {
        return new ObjectMapper().readTree(answer.body());
    }

    private static SSLContext nobody() {
        return TestCertificate.onlyTrusting(SERVER);
    }

    @Test
    void shouldTellClientsItsHttpsUrl() throws Exception {
        assertThat(server.url().getScheme()).isEqualTo("https");
        String told = tree(get(nobody(), "/cluster/topology"))
                .path("Topology")
                .path("Members")
                .path("A")
                .asText();
        assertThat(told).isEqualTo(server.url().toString());
        assertThat(get(nobody(), "/healthcheck").statusCode()).isEqualTo(204);
    }

    static Stream<Arguments> badCertificates() {
        return Stream.of(
                Arguments.of(TestCertificate.named("x").expired(), "expired at"),
                Arguments.of(TestCertificate.named("x").notYetValid(), "is not valid before"),
                Arguments.of(TestCertificate.named("x").key("RSA", 1024), "RSA key of 1024 bits"),
                Arguments.of(TestCertificate.named("x").keyUsage(0x20), "digitalSignature"),
                Arguments.of(TestCertificate.named("x").purposes("1.3.6.1.5.5.7.3.1"), "clientAuth"),
                Arguments.of(TestCertificate.named("x").withUnknownCriticalExtension(), "critical extension"));
    }

    @ParameterizedTest
    @MethodSource("badCertificates")
    void shouldRefuseABadClientCertificateWithTheReason(TestCertificate.Builder bad, String reason) throws Exception {
        SSLContext client = bad.make().trusting(SERVER);
        for (String target : new String[] {"/databases", "/databases/shop/hilo/next?tag=orders"}) {
            HttpResponse<String> answer = get(client, target);

            assertThat(answer.statusCode()).isEqualTo(403);
            assertThat(tree(answer).path("Type").asText())
                    .isEqualTo("Raven.Client.Exceptions.Security.AuthorizationException");
            assertThat(tree(answer).path("Message").asText()).contains("'CN=x'", reason);
        }
    }

    static Stream<TestCertificate> goodCertificates() {
        TestCertificate authority =
                TestCertificate.named("authority").authority().make();
        return Stream.of(
                TestCertificate.named("own").withoutHost().make(),
                TestCertificate.named("issued").issuedBy(authority).make(),
                TestCertificate.named("rsa").key("RSA", 2048).make(),
                TestCertificate.named("any purpose").purposes("2.5.29.37.0").make(),
                TestCertificate.named("first").versionOne().make(),
                TestCertificate.named("broken").withBrokenSignature().make());
    }

    @ParameterizedTest
    @MethodSource("goodCertificates")
    void shouldTakeAnyOtherCertificateWhoeverSignedIt(TestCertificate good) throws Exception {
        assertThat(get(good.trusting(SERVER), "/databases").statusCode()).isEqualTo(200);
    }

    @Test
    void shouldEndAWebSocketWhoseClientCertificateExpires() throws Exception {
        AtomicReference<Instant> now = new AtomicReference<>(Instant.now());
        TestCertificate brief = TestCertificate.named("brief")
                .valid(Instant.now().minusSeconds(60), Instant.now().plusSeconds(3_600))
                .make();
        Limits.Pace usual = Limits.DEFAULT.pace();
        Limits load = Limits.DEFAULT.with(
                new Limits.Pace(usual.headMax(), Duration.ofMillis(600), usual.bytesPerSecondMin(), usual.grace()));
        HttpClient client =
                HttpClient.newBuilder().sslContext(brief.trusting(SERVER)).build();
        try (MintmarkServer brieflyOpen =
                MintmarkServer.start(settings("brief").limits(load).build(), now::get)) {
            HttpRequest creation = HttpRequest.newBuilder(URI.create(brieflyOpen.url() + "/admin/databases?name=shop"))
                    .PUT(HttpRequest.BodyPublishers.ofString("{}"))
                    .build();
            assertThat(client.send(creation, HttpResponse.BodyHandlers.discarding())
                            .statusCode())
                    .isEqualTo(201);
            CompletableFuture<String> end = new CompletableFuture<>();
            URI changes = URI.create("wss://" + brieflyOpen.url().getAuthority() + "/databases/shop/changes");
            WebSocket socket =
                    client.newWebSocketBuilder().buildAsync(changes, endOf(end)).join();
            Eventually.stays(Duration.ofSeconds(1), () -> !end.isDone());

            now.set(Instant.now().plusSeconds(7_200));

            assertThat(end.get(20, TimeUnit.SECONDS))
                    .startsWith("1008 The client certificate expired at")
                    .endsWith("Z. Connect with another one that is registered here.");
            socket.abort();
        }
    }

    private static WebSocket.Listener endOf(CompletableFuture<String> end) {
        return new WebSocket.Listener() {
            @Override
            public @Nullable CompletionStage<?> onClose(WebSocket socket, int code, String reason) {
                end.complete(code + " " + reason);
                return null;
            }
        };
    }

    @Test
    void shouldNotStartWithACertificateThatCannotBeUsed() {
        Path expired = TestCertificate.named("old").expired().make().writePem(directory.resolve("old.pem"));

        assertThatThrownBy(() -> MintmarkServer.start(
                        settings("other").tls(TlsSettings.of(expired)).build()))
                .isInstanceOf(MintmarkException.class)
                .hasMessageContaining("expired at");
        // Nothing of the failed start is left: the directory is free.
        MintmarkServer.start(settings("other").build()).close();
    }
}
