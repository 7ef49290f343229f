package io.mintmark.web.jetty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.JsonNode;
import io.mintmark.MintmarkException;
import io.mintmark.protocol.ErrorType;
import io.mintmark.web.admission.AdmissionCounts;
import io.mintmark.web.http.ApiException;
import io.mintmark.web.http.BodyWriter;
import io.mintmark.web.http.Gate;
import io.mintmark.web.http.Reply;
import io.mintmark.web.http.Router;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HttpFrontTest {
    private static final int PIECES = 100_000;

    @AutoClose
    private static HttpFront front;

    @BeforeAll
    static void start() {
        front = Fronts.start(Fronts.router()
                .add("GET", "/stream", request -> Reply.stream(200, digits()))
                .add("HEAD", "/stream", request -> Reply.stream(200, failLate()))
                .add("GET", "/stream/refused", request -> Reply.stream(200, HttpFrontTest::failEarly))
                .add("GET", "/stream/cut", request -> Reply.stream(200, failLate())));
    }

    private static BodyWriter digits() {
        AtomicInteger left = new AtomicInteger(PIECES);
        return out -> {
            out.write("0123456789".getBytes(StandardCharsets.UTF_8));
            return left.decrementAndGet() > 0;
        };
    }

    private static boolean failEarly(OutputStream out) throws IOException {
        out.write('[');
        throw new ApiException(ErrorType.INVALID_DATA, "Broken before it left.");
    }

    private static BodyWriter failLate() {
        AtomicInteger left = new AtomicInteger(16);
        return out -> {
            if (left.decrementAndGet() == 0) {
                throw new IOException("the store failed");
            }
            out.write(new byte[1 << 16]);
            return true;
        };
    }

    private static Wire.Answer ask(String request) throws Exception {
        return Wire.ask(front.address(), request);
    }

    private static String accepting(String target, String codings) {
        return "GET " + target + " HTTP/1.1\r\nHost: x\r\nAccept-Encoding: " + codings + "\r\n\r\n";
    }

    @Test
    void showsTheEndpointWhatWasSent() throws Exception {
        Wire.Answer answer = ask(Fronts.get("/Seen/a%20b%C3%A9?&q=1%2B1"));

        assertThat(answer.body())
                .isEqualTo("[\"GET\",\"/Seen/a b\u00e9\",\"/Seen/a%20b%C3%A9?&q=1%2B1\",\"localhost:8080\","
                        + "\"http\",\"127.0.0.1\",\"a b\u00e9\",\"1+1\"]");
        assertThat(ask(Fronts.get("/seen/x?")).body()).contains("\"/seen/x\"", "\"-\"");
    }

    @Test
    void carriesVersionAndFinishedHeadersOnEveryReply() throws Exception {
        for (String target : new String[] {"/ping", "/nowhere", "/fail", "/empty/204"}) {
            assertThat(ask(Fronts.get(target)).headers())
                    .containsEntry("Raven-Server-Version", "6.0.2")
                    .containsEntry("Finished", "GET")
                    .doesNotContainKey("Server");
        }
    }

    @Test
    void readsChunkedBodyOfJavaClient() throws Exception {
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + front.address().getPort() + "/echo"))
                .POST(HttpRequest.BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(new byte[300_000])))
                .build();

        HttpResponse<byte[]> response =
                HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofByteArray());

        assertThat(response.body()).hasSize(300_000);
    }

    private static String by(String agent, String method, String target, String coding) {
        return method + " " + target + " HTTP/1.1\r\nHost: x\r\nUser-Agent: " + agent + "\r\nAccept-Encoding: " + coding
                + "\r\n\r\n";
    }

    @ParameterizedTest
    @ValueSource(strings = {"curl/8.5.0", "Wget/1.21.4"})
    void shouldEndTheLineForAPersonAtATerminal(String agent) throws Exception {
        assertThat(ask(by(agent, "GET", "/ping", "identity")).body()).isEqualTo("{\"ok\":true}\n");
        assertThat(ask(by(agent, "GET", "/nowhere", "identity")).body()).endsWith("}\n");
        assertThat(ask(by(agent, "GET", "/stream", "identity")).body()).endsWith("789\n");
        for (String coding : List.of("gzip", "zstd")) {
            byte[] large = ask(by(agent, "GET", "/large", coding)).bytes();
            assertThat(new String(Fronts.plain(coding, large), StandardCharsets.UTF_8))
                    .endsWith("aa\"\n");
        }
        try (Wire wire = Wire.to(front.address()).send(by(agent, "HEAD", "/ping", "identity"))) {
            assertThat(wire.answer(false).headers()).containsEntry("Content-Length", "12");
        }
        assertThat(ask(by(agent, "GET", "/empty/204", "identity")).headers()).doesNotContainKey("Content-Length");
        assertThat(ask("POST /echo HTTP/1.1\r\nHost: x\r\nUser-Agent: " + agent + "\r\nContent-Length: 1\r\n\r\nx")
                        .body())
                .as("what is no JSON")
                .isEqualTo("x");
    }

    @ParameterizedTest
    @ValueSource(strings = {"python-requests/2.31.0", "Apache-HttpClient/5.2.1 (Java/17)", "node", "xcurl/1", "curly"})
    void shouldSendProgramsJsonAlone(String agent) throws Exception {
        assertThat(ask(by(agent, "GET", "/ping", "identity")).body()).isEqualTo("{\"ok\":true}");
        assertThat(ask(by(agent, "GET", "/stream", "identity")).body()).endsWith("789");
        assertThat(ask(Fronts.get("/ping")).body()).isEqualTo("{\"ok\":true}");
    }

    @Test
    void toleratesStrangeHeaders() throws Exception {
        String odd = "GET /ping HTTP/1.1\r\nHost: x\r\nETag: \"undefined\"\r\nX-\u00e9: \u00ff\r\n"
                + "Content-Encoding: br\r\nAccept-Encoding: ;;q=,\r\nSharded: true\r\n\r\n";

        ask(odd.replace("X-\u00e9", "X-Odd")).expect(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "x-gzip", "GZIP", "identity, gzip", "zstd", "ZSTD", "zstd, identity"})
    void inflatesCompressedBodies(String coding) throws Exception {
        String plain = "{\"a\":\"" + "b".repeat(20_000) + "\"}";
        byte[] body = Fronts.compressed(
                coding.toLowerCase(Locale.ROOT).contains("zstd") ? "zstd" : "gzip",
                plain.getBytes(StandardCharsets.UTF_8));

        assertThat(ask(compressed(coding, body)).body()).isEqualTo(plain);
    }

    private static String compressed(String coding, byte[] body) {
        String head = "Content-Encoding: " + coding + "\r\nContent-Length: " + body.length + "\r\n";
        return Fronts.post("/echo", head, new String(body, StandardCharsets.ISO_8859_1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "zstd"})
    void refusesBrokenBodiesAndGoesOnWithTheConnection(String coding) throws Exception {
        try (Wire wire = Wire.to(front.address())) {
            Wire.Answer refused = wire.send(compressed(coding, new byte[] {'n', 'o', 'p', 'e'}))
                    .answer();

            refused.expect(400);
            assertThat(refused.body()).contains("not the " + coding);
            wire.send(Fronts.get("/ping")).answer().expect(200);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "zstd"})
    void refusesTruncatedBodies(String coding) throws Exception {
        byte[] body = Fronts.compressed(coding, new byte[10_000]);

        ask(compressed(coding, Arrays.copyOf(body, body.length - 2))).expect(400);
    }

    /** Nothing at all is neither gzip nor zstd; its sender is told so. */
    @ParameterizedTest
    @ValueSource(strings = {"gzip", "zstd"})
    void shouldRefuseAnEmptyBodyThatIsToBeInflated(String coding) throws Exception {
        String headers = "Content-Encoding: " + coding + "\r\nTransfer-Encoding: chunked\r\n";
        Wire.Answer answer = Wire.ask(front.address(), Fronts.post("/echo", headers, "0\r\n\r\n"));

        answer.expect(400);
        assertThat(answer.body()).contains("is not the " + coding + " that its header promises");
    }

    @ParameterizedTest
    @ValueSource(strings = {"br", "deflate", "compress", "gzip, gzip", "gzip, zstd", "zstd, zstd", "zstandard"})
    void refusesOtherCodingsNamingThoseItReads(String coding) throws Exception {
        Wire.Answer refused = ask(compressed(coding, new byte[4]));

        refused.expect(415);
        assertThat(refused.body()).contains("one of gzip, zstd and identity: '" + coding + "'");
        assertThat(refused.headers()).containsEntry("Connection", "close");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "gzip|gzip",
                "zstd|zstd",
                "gzip, deflate|gzip",
                "br;q=1, gzip;q=0.1|gzip",
                "gzip;q=0.5, zstd;q=0.9|zstd",
                "zstd;q=0.5, gzip;q=0.9|gzip",
                "gzip, deflate, br, zstd|gzip",
                "zstd, gzip|zstd",
                "gzip;q=0, zstd;q=0.001|zstd",
                "zstd;q=0|",
                "gzip;q=0|",
                "deflate|"
            })
    void compressesAsTheClientLikesItBest(String codings, @Nullable String coding) throws Exception {
        Wire.Answer answer = ask(accepting("/large", codings));

        assertThat(answer.headers()).containsEntry("Vary", "Accept-Encoding");
        assertThat(answer.headers().get("Content-Encoding")).isEqualTo(coding);
        assertThat(Fronts.plain(String.valueOf(coding), answer.bytes())).hasSize(5002);
    }

    @Test
    void leavesSmallRepliesAsTheyAre() throws Exception {
        assertThat(ask(accepting("/ping", "gzip, zstd")).headers()).doesNotContainKeys("Content-Encoding", "Vary");
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "zstd", "identity"})
    void streamsLongReplies(String coding) throws Exception {
        Wire.Answer answer = ask(accepting("/stream", coding));

        assertThat(answer.headers()).containsEntry("Content-Type", "application/json; charset=utf-8");
        assertThat(Fronts.plain(coding, answer.bytes())).hasSize(10 * PIECES);
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "zstd", "identity"})
    void turnsEarlyFailureOfAStreamIntoAnErrorReply(String coding) throws Exception {
        Wire.Answer answer = ask(accepting("/stream/refused", coding));

        answer.expect(400);
        assertThat(answer.headers()).doesNotContainKey("Content-Encoding");
        assertThat(answer.body()).contains("Broken before it left.");
    }

    @Test
    void cutsTheConnectionWhenAStreamFailsHalfway() throws Exception {
        assertThatExceptionOfType(IOException.class).isThrownBy(() -> ask(Fronts.get("/stream/cut")));
    }

    @Test
    void announcesNoBodyWhereNoneMayBe() throws Exception {
        assertThat(ask(Fronts.get("/empty/201")).headers()).containsEntry("Content-Length", "0");
        assertThat(ask(Fronts.get("/empty/204")).headers()).doesNotContainKey("Content-Length");
    }

    @Test
    void answersHeadAsGetWithoutBody() throws Exception {
        try (Wire wire = Wire.to(front.address())) {
            Wire.Answer head =
                    wire.send("HEAD /ping HTTP/1.1\r\nHost: x\r\n\r\n").answer(false);
            Wire.Answer get = wire.send(Fronts.get("/ping")).answer();

            head.expect(200);
            assertThat(head.headers()).containsEntry("Content-Length", "11").containsEntry("Finished", "HEAD");
            assertThat(get.body()).isEqualTo("{\"ok\":true}");
        }
    }

    @Test
    void answersHeadOfAStreamWithoutWritingIt() throws Exception {
        try (Wire wire = Wire.to(front.address())) {
            Wire.Answer head =
                    wire.send("HEAD /stream HTTP/1.1\r\nHost: x\r\n\r\n").answer(false);

            head.expect(200);
            assertThat(head.headers()).doesNotContainKey("Content-Length");
            wire.send(Fronts.get("/ping")).answer().expect(200);
        }
    }

    @Test
    void refusesHeadThatHasNoRouteWithoutBody() throws Exception {
        try (Wire wire = Wire.to(front.address())) {
            wire.send("HEAD /nowhere HTTP/1.1\r\nHost: x\r\n\r\n").answer(false).expect(400);
            Wire.Answer large =
                    wire.send("HEAD /large HTTP/1.1\r\nHost: x\r\n\r\n").answer(false);
            assertThat(large.status()).as("there is GET").isEqualTo(200);
            assertThat(large.headers()).containsEntry("Content-Length", "5002");
            wire.send(Fronts.get("/ping")).answer().expect(200);
        }
    }

    @Test
    void keepsTheConnectionAfterARefusal() throws Exception {
        try (Wire wire = Wire.to(front.address())) {
            for (String target : new String[] {"/refuse", "/nowhere", "/fail", "/ping?x=%"}) {
                assertThat(wire.send(Fronts.get(target)).answer().status()).isGreaterThanOrEqualTo(400);
            }
            wire.send(Fronts.get("/ping")).answer().expect(200);
        }
    }

    @Test
    void answersPipelinedRequestsInOrder() throws Exception {
        try (Wire wire = Wire.to(front.address())) {
            wire.send(Fronts.get("/seen/1") + Fronts.get("/nowhere") + Fronts.get("/seen/2"));

            assertThat(wire.answer().body()).contains("/seen/1");
            wire.answer().expect(400);
            assertThat(wire.answer().body()).contains("/seen/2");
        }
    }

    @Test
    void putsMembersAndHeadersOfARefusalIntoItsReply() throws Exception {
        Wire.Answer answer = ask(Fronts.get("/refuse?a=b"));
        JsonNode body = Fronts.tree(answer.bytes());

        answer.expect(409);
        assertThat(answer.headers()).containsEntry("Why", "a??Injected: yes").doesNotContainKey("Injected");
        assertThat(body.get("Url").asText()).isEqualTo("/refuse?a=b");
        assertThat(body.get("Type").asText()).isEqualTo(ErrorType.CONCURRENCY.wireName());
        assertThat(body.get("Id").asText()).isEqualTo("x");
        assertThat(body.get("ExpectedChangeVector").asText()).isEmpty();
        assertThat(body.get("ActualChangeVector").isNull()).isTrue();
    }

    @Test
    void tellsTheClientOfAnIncidentOnlyItsNumber() throws Exception {
        Wire.Answer answer = ask(Fronts.get("/fail"));

        answer.expect(500);
        assertThat(answer.body()).containsPattern("incident \\d+").doesNotContain("secret");
    }

    @Test
    void asksTheGateBeforeTheEndpoint() throws Exception {
        Gate shut = (request, changes) -> {
            throw new ApiException(ErrorType.FORBIDDEN, "Not from " + request.remoteAddress() + ".");
        };
        HttpSettings settings = Fronts.settings(0);
        try (HttpFront guarded =
                HttpFront.start(settings, Fronts.router(), shut, (request, reply) -> reply, new AdmissionCounts())) {
            for (String target : new String[] {"/fail", "/nowhere"}) {
                Wire.Answer answer =
                        Wire.ask(guarded.address(), Fronts.get(target)).expect(403);
                assertThat(answer.body()).contains("Not from 127.0.0.1.");
            }
        }
    }

    @Test
    void namesHostAndPortThatAreTaken() {
        HttpSettings taken = Fronts.settings(front.address().getPort());

        assertThatExceptionOfType(MintmarkException.class)
                .isThrownBy(() -> HttpFront.start(
                        taken,
                        new Router(),
                        (request, changes) -> {},
                        (request, reply) -> reply,
                        new AdmissionCounts()))
                .withMessageContaining(
                        "cannot listen on 127.0.0.1:" + front.address().getPort())
                .withMessageContaining("in use");
    }
}
