package io.mintmark.web.jetty;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.protocol.ErrorType;
import io.mintmark.support.Eventually;
import io.mintmark.support.limits.Limits;
import io.mintmark.web.admission.AdmissionCounts;
import io.mintmark.web.admission.LimitsBuilder;
import io.mintmark.web.http.ApiException;
import io.mintmark.web.http.Endpoint;
import io.mintmark.web.http.EndpointDecorator;
import io.mintmark.web.http.Request;
import io.mintmark.web.http.Router;
import io.mintmark.web.http.Socket;
import io.mintmark.web.http.SocketEndpoint;
import io.mintmark.web.http.SocketReceiver;
import io.mintmark.web.jetty.WebSocketWire.Frame;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** WebSockets at the level of their bytes: handshakes, quiet and dead clients, and clients that flood. */
@Timeout(60)
class SocketConnectionTest {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final byte[] BROKEN = {'!'};

    private final AtomicInteger received = new AtomicInteger();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final AdmissionCounts counts = new AdmissionCounts();
    private @Nullable HttpFront front;

    private volatile @Nullable ApiException gateRefusal;
    private final AtomicLong pauseMillis = new AtomicLong();
    private volatile boolean released;

    private void start(Duration idle) {
        start(LimitsBuilder.load().idle(idle).build());
    }

    private void start(Limits load) {
        HttpSettings settings = new HttpSettings("127.0.0.1", 0, load, Set.of());
        Router router = Fronts.router()
                .addSocket("GET", "/echo", handshake -> socket -> new Echo(socket))
                .addSocket("GET", "/refused-socket", handshake -> {
                    throw new ApiException(ErrorType.NOT_FOUND, "There is no such thing.");
                });
        front = HttpFront.start(settings, router, this::gate, (r, reply) -> reply, counts, Duration.ofSeconds(20));
    }

    private void gate(Request request, boolean changes) {
        Eventually.pass(pauseMillis.getAndSet(0));
        ApiException refusal = gateRefusal;
        // What the gate asks of a request must be there as long as the socket is.
        if (refusal != null
                && request.host().equals("localhost")
                && request.clientCertificate().isEmpty()) {
            throw refusal;
        }
    }

    @AfterEach
    void stop() {
        front().close();
    }

    private HttpFront front() {
        return Objects.requireNonNull(front);
    }

    private WebSocketWire open() throws IOException {
        return WebSocketWire.open(front().address(), "/echo");
    }

    /** Sends back what comes; some words do other things. */
    private final class Echo implements SocketReceiver {
        private final Socket socket;
        private final Queue<byte[]> waiting = new ConcurrentLinkedQueue<>();

        Echo(Socket socket) {
            this.socket = socket;
        }

        @Override
        public void received(byte[] message) {
            received.incrementAndGet();
            switch (new String(message, UTF_8)) {
                case "refuse" -> throw new ApiException(ErrorType.ARGUMENT, "Such words are not answered here.");
                case "fail" -> throw new IllegalStateException("secret detail");
                case "much" -> {
                    for (int i = 0; i < 1_000; i++) {
                        waiting.add("a".repeat(10_000).getBytes(UTF_8));
                    }
                }
                case "end" -> socket.close(Socket.GONE, "It is over.");
                case "break" -> waiting.add(BROKEN);
                case "long" -> throw new ApiException(ErrorType.ARGUMENT, "a" + "ä".repeat(200));
                case "claim" -> socket.keepInMemory(1 << 20);
                case "hold" -> Eventually.until(() -> released);
                default -> waiting.add(message);
            }
            socket.ready();
        }

        @Override
        public byte @Nullable [] next() {
            byte[] next = waiting.poll();
            if (next == BROKEN) {
                throw new StackOverflowError("made by a test");
            }
            return next;
        }

        @Override
        public void closed() {
            closed.countDown();
        }
    }

    private void assertClosed() throws InterruptedException {
        assertThat(closed.await(15, TimeUnit.SECONDS))
                .as("the receiver heard of the end")
                .isTrue();
    }

    @Test
    void shouldCarryMessagesAndNoExtensions() throws Exception {
        start(LONG);
        String offer = WebSocketWire.handshake("/echo")
                .replace("\r\n\r\n", "\r\nSec-WebSocket-Extensions: permessage-deflate\r\n\r\n");
        try (Wire wire = Wire.to(front().address())) {
            Wire.Answer answer = wire.send(offer).answer(false).expect(101);
            assertThat(answer.headers())
                    .containsEntry("Sec-WebSocket-Accept", "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
                    .doesNotContainKey("Sec-WebSocket-Extensions");
        }
        try (WebSocketWire wire = open()) {
            assertThat(wire.text("hello").next().text()).isEqualTo("hello");
            assertThat(wire.text("much").next().payload()).hasSize(10_000);
        }
        assertClosed();
    }

    @Test
    void shouldTakeWhatComesTogetherWithTheHandshake() throws Exception {
        start(LONG);
        byte[] hello = WebSocketWire.frame(0x81, "hello".getBytes(UTF_8));
        String both = WebSocketWire.handshake("/echo") + new String(hello, ISO_8859_1);
        try (WebSocketWire wire = WebSocketWire.open(Wire.to(front().address()), both)) {
            assertThat(wire.next().text()).isEqualTo("hello");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            value = {
                "Sec-WebSocket-Version: 13 # Sec-WebSocket-Version: 8 # have Sec-WebSocket-Version: 13",
                "Sec-WebSocket-Version: 13 # X-Y: Z # have Sec-WebSocket-Version: 13",
                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ== # X-Y: Z # have a Sec-WebSocket-Key of 16 bytes",
                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ== # Sec-WebSocket-Key: short # have a Sec-WebSocket-Key of 16",
                "Upgrade: websocket # Upgrade: other # be well-formed",
                "Upgrade: websocket # Upgrade: websocket\\r\\nSec-WebSocket-Extensions: x=1 # be well-formed",
                "Upgrade: websocket # Upgrade: websocket\\r\\nSec-WebSocket-Protocol: \" # be well-formed",
                "Connection: Upgrade # Connection: Upgrade\\r\\nContent-Length: 3 # have no body",
            })
    void shouldRefuseAHandshakeThatIsNone(String from, String to, String why) throws Exception {
        start(LONG);
        String handshake = WebSocketWire.handshake("/echo").replace(from, to.replace("\\r\\n", "\r\n"));

        Wire.Answer answer = Wire.ask(front().address(), handshake);

        answer.expect(400);
        assertThat(answer.body())
                .contains("A WebSocket handshake must be a GET")
                .contains(why);
    }

    @Test
    void shouldAnswerARefusedHandshakeLikeAnyRequest() throws Exception {
        start(LONG);
        try (Wire wire = Wire.to(front().address())) {
            Wire.Answer refused = wire.send(WebSocketWire.handshake("/refused-socket"))
                    .answer()
                    .expect(404);
            assertThat(refused.body()).contains("There is no such thing.");

            wire.send(Fronts.get("/ping")).answer().expect(200);
            Wire.Answer plain = wire.send(Fronts.get("/echo")).answer().expect(400);
            assertThat(plain.body()).contains("is answered on a WebSocket");
        }
    }

    @Test
    void shouldEndAClientThatTheGateLetsInNoLonger() throws Exception {
        start(Duration.ofMillis(600));
        try (WebSocketWire wire = open()) {
            wire.next(WebSocketWire.PING);
            wire.pong();
            gateRefusal = new ApiException(ErrorType.FORBIDDEN, "The client certificate expired.");

            assertThat(wire.next(WebSocketWire.CLOSE).end()).isEqualTo("1008 The client certificate expired.");
            assertClosed();
        }
    }

    /** A client that stayed connected would wait for ever for messages that nobody sends. */
    @Test
    void shouldEndAConnectionThatCannotBeSentToAnyMore() throws Exception {
        start(LONG);
        try (WebSocketWire wire = open()) {
            wire.text("break");

            assertClosed();
            Eventually.until(() -> counts.connections() == 0);
        }
    }

    @Test
    void shouldCutAReasonThatIsTooLongForAFrameBehindAWholeCharacter() throws Exception {
        start(LONG);
        try (WebSocketWire wire = open()) {
            assertThat(wire.text("long").next(WebSocketWire.CLOSE).end()).isEqualTo("1008 a" + "ä".repeat(59) + "…");
        }
    }

    @Test
    void shouldLetADecoratorGoAroundSocketsToo() throws Exception {
        EndpointDecorator naming = new EndpointDecorator() {
            @Override
            public Endpoint around(String method, String pattern, Endpoint endpoint) {
                return endpoint;
            }

            @Override
            public SocketEndpoint aroundSocket(String method, String pattern, SocketEndpoint endpoint) {
                return handshake -> {
                    try {
                        return endpoint.accept(handshake);
                    } catch (IllegalStateException e) {
                        throw new ApiException(ErrorType.DATABASE_GONE, method + " " + pattern + ": " + e.getMessage());
                    }
                };
            }
        };
        Router router = new Router(naming, (method, segments) -> Optional.empty())
                .addSocket("GET", "/gone", handshake -> {
                    throw new IllegalStateException("It is gone.");
                });
        front = Fronts.start(router);

        Wire.Answer answer = Wire.ask(front().address(), WebSocketWire.handshake("/gone"));

        answer.expect(410);
        assertThat(answer.body()).contains("GET /gone: It is gone.");
    }

    @Test
    void shouldKeepAQuietClientThatAnswersPings() throws Exception {
        start(Duration.ofMillis(600));
        try (WebSocketWire wire = open()) {
            long begun = System.nanoTime();
            while (System.nanoTime() - begun < 2_000_000_000L) {
                wire.next(WebSocketWire.PING);
                wire.pong();
            }

            assertThat(wire.text("hello").next(WebSocketWire.TEXT).text()).isEqualTo("hello");
        }
    }

    @Test
    void shouldBlameNoClientForAPauseOfTheServer() throws Exception {
        start(Duration.ofMillis(600));
        try (WebSocketWire wire = open()) {
            wire.next(WebSocketWire.PING);
            wire.pong();
            // The gate is asked by the beat, which is late then.
            pauseMillis.set(1_500);
            wire.next(WebSocketWire.PING);
            wire.next(WebSocketWire.PING);
            wire.pong();

            assertThat(wire.text("hello").next(WebSocketWire.TEXT).text()).isEqualTo("hello");
        }
    }

    @Test
    void shouldEndAClientThatAnswersNoPing() throws Exception {
        start(Duration.ofMillis(600));
        try (WebSocketWire wire = open()) {
            assertThat(wire.next(WebSocketWire.CLOSE).end()).startsWith("1001 This client answered no ping for 600 ms");
            assertClosed();
        }
    }

    @Test
    void shouldEndTheConnectionOfAClientThatDoesNotSayGoodbye() throws Exception {
        start(LONG);
        try (WebSocketWire wire = open()) {
            assertThat(wire.text("end").next(WebSocketWire.CLOSE).end()).isEqualTo("1001 It is over.");
            assertClosed();
            Eventually.until(() -> counts.connections() == 0);
        }
    }

    @Test
    void shouldEndAClientThatNeverReads() throws Exception {
        start(Duration.ofSeconds(1));
        try (WebSocketWire wire = open()) {
            wire.text("much");

            assertClosed();
        }
    }

    @Test
    void shouldEndAConnectionWithMalformedFrames() throws Exception {
        start(Duration.ofMillis(600));
        try (WebSocketWire wire = open()) {
            wire.raw().send(new byte[] {(byte) 0xF1, (byte) 0x80, 0, 0, 0, 0});

            assertThat(wire.next(WebSocketWire.CLOSE).closeCode()).isEqualTo(1002);
            assertClosed();
        }
    }

    /** The table of close codes in docs/http.md names each of them. */
    @ParameterizedTest
    @CsvSource({"c1, 3, 1002", "81, 9000, 1009", "82, 3, 1003", "88, 1, 1002"})
    void shouldSayByItsCodeWhatIsWrongWithAFrame(String firstByte, int bytes, int code) throws Exception {
        start(Duration.ofMillis(600));
        try (WebSocketWire wire = open()) {
            wire.send(Integer.parseInt(firstByte, 16), new byte[bytes]);

            assertThat(wire.next(WebSocketWire.CLOSE).closeCode()).isEqualTo(code);
            assertClosed();
        }
    }

    @Test
    void shouldSayThatAReasonIsNoUtf8() throws Exception {
        start(Duration.ofMillis(600));
        try (WebSocketWire wire = open()) {
            wire.send(0x88, new byte[] {3, (byte) 0xE8, (byte) 0xC3, 0x28});

            assertThat(wire.next(WebSocketWire.CLOSE).closeCode()).isEqualTo(1007);
            assertClosed();
        }
    }

    @Test
    void shouldReadNoFasterThanAFloodIsHandled() throws Exception {
        start(LONG);
        int pings = 20_000;
        try (WebSocketWire flood = open();
                WebSocketWire good = open()) {
            Thread sender = new Thread(() -> send(flood, pings));
            sender.start();
            for (int i = 0; i < 20; i++) {
                assertThat(good.text("hello").next(WebSocketWire.TEXT).text()).isEqualTo("hello");
            }
            for (int i = 0; i < pings; i++) {
                assertThat(flood.next(WebSocketWire.PONG).text()).isEqualTo("p" + i);
            }
            sender.join();
        }
    }

    @ParameterizedTest
    @CsvSource({"137, ping", "138, pong", "1, first piece of a message"})
    void shouldHandleAFrameOfAnyKindInItsTurn(int firstByte, String kind) throws Exception {
        // One address may have one request at work.
        start(LimitsBuilder.load().requests(2, 100, LONG).idle(LONG).build());
        try (WebSocketWire holder = open();
                WebSocketWire other = open()) {
            holder.text("hold");
            Eventually.until(() -> received.get() == 1);

            WebSocketWire ignored = other.send(firstByte, kind.getBytes(UTF_8));

            Eventually.until(() -> counts.waiting() == 1);
            released = true;
            assertThat(other.ping("p").next(WebSocketWire.PONG)).isNotNull();
        }
    }

    private static void send(WebSocketWire flood, int pings) {
        try {
            for (int i = 0; i < pings; i++) {
                flood.ping("p" + i);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void shouldSayWhyAMessageIsRefusedAndKeepSecretsOfFailures() throws Exception {
        start(LONG);
        try (WebSocketWire refused = open();
                WebSocketWire failed = open()) {
            assertThat(refused.text("refuse").next(WebSocketWire.CLOSE).end())
                    .isEqualTo("1008 Such words are not answered here.");

            Frame failure = failed.text("fail").next(WebSocketWire.CLOSE);
            assertThat(failure.closeCode()).isEqualTo(1011);
            assertThat(failure.closeReason()).doesNotContain("secret");
        }
    }

    @Test
    void shouldGiveMemoryBackWhenTheSocketEnds() throws Exception {
        start(LONG);
        try (WebSocketWire wire = open()) {
            wire.text("claim");
            wire.text("hello").next(WebSocketWire.TEXT);
            assertThat(counts.memoryBytes()).isGreaterThan(1_000_000);
        }
        assertClosed();
        Eventually.until(() -> counts.memoryBytes() == 0);
    }
}
