package io.mintmark.web.jetty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.mintmark.support.Eventually;
import io.mintmark.support.limits.Limits;
import io.mintmark.web.admission.AdmissionCounts;
import io.mintmark.web.admission.LimitsBuilder;
import io.mintmark.web.tls.TestCertificate;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;

/** Clients that begin a TLS handshake and take their time over it, and many at once. */
class SlowHandshakesTest {
    private static final TestCertificate SERVER =
            TestCertificate.named("server").make();
    private static final Duration SHORT = Duration.ofMillis(500);
    /** The look for slow clients comes once a second, so within such a time to a connection quiet for 600 ms or more. */
    private static final long BEYOND_A_LOOK = 1_600;

    private static final byte[] BEGUN =
            "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001".getBytes(StandardCharsets.ISO_8859_1);

    private final AdmissionCounts counts = new AdmissionCounts();
    private final SSLContext client = TestCertificate.onlyTrusting(SERVER);

    private HttpFront start(Limits load) {
        return Fronts.start(Fronts.router(), Fronts.settings(load, Fronts.tls(SERVER)), counts, Duration.ofSeconds(10));
    }

    private Wire connect(HttpFront front) throws IOException {
        return Wire.encrypted(front.address(), client, "TLSv1.3");
    }

    @Test
    void shouldCloseAConnectionWhoseHandshakeComesByteByByte() throws Exception {
        try (HttpFront front = start(LimitsBuilder.load().head(SHORT).build());
                Wire wire = Wire.to(front.address()).send(BEGUN)) {
            assertThatExceptionOfType(IOException.class).isThrownBy(() -> {
                for (int i = 0; i < 200; i++) {
                    wire.send(new byte[1]);
                    Eventually.pass(50);
                }
            });
            assertThat(counts.slowHeads()).isEqualTo(1);
        }
    }

    @Test
    void shouldCloseEveryOneOfManyThatStopWithinTheirHandshake() throws Exception {
        List<Wire> slow = new ArrayList<>();
        try (HttpFront front = start(LimitsBuilder.load().head(SHORT).build());
                Wire quiet = connect(front).send(Fronts.get("/ping"))) {
            quiet.answer().expect(200);
            for (int i = 0; i < 200; i++) {
                slow.add(Wire.to(front.address()).send(BEGUN));
            }

            // On a busy machine a turn may not come within the same time, which ends a connection as well.
            Eventually.until(() -> counts.slowHeads() + counts.handshakesRefused() == 200);
            Eventually.until(() -> counts.connections() == 1);

            quiet.send(Fronts.get("/ping")).answer().expect(200);
            for (Wire wire : slow) {
                wire.close();
            }
        }
    }

    @Test
    void shouldKeepAConnectionThatRestsAfterItsHandshakeOrBetweenRequests() throws Exception {
        try (HttpFront front = start(LimitsBuilder.load().head(SHORT).build());
                Wire wire = connect(front)) {
            for (int i = 0; i < 2; i++) {
                Eventually.pass(BEYOND_A_LOOK);
                wire.send(Fronts.get("/ping")).answer().expect(200);
            }
            assertThat(counts.slowHeads()).isZero();
        }
    }

    @Test
    void shouldCloseAConnectionThatSendsPartsOfARecordBetweenRequests() throws Exception {
        try (HttpFront front = start(LimitsBuilder.load().head(SHORT).build());
                Wire below = Wire.to(front.address());
                TlsOver above = new TlsOver(below.socket(), client)) {
            above.send(Fronts.get("/ping"));
            assertThat(above.read()).contains("HTTP/1.1 200");

            below.send("\u0017\u0003\u0003\u0040\u0000".getBytes(StandardCharsets.ISO_8859_1));

            Eventually.until(() -> counts.slowHeads() == 1);
        }
    }

    @Test
    void shouldCountConnectionsThatDoNotHandshakeAmongTheirAddresses() throws Exception {
        List<Wire> silent = new ArrayList<>();
        try (HttpFront front = start(LimitsBuilder.load().connections(100, 5).build())) {
            for (int i = 0; i < 5; i++) {
                silent.add(Wire.to(front.address()).send(BEGUN));
            }
            Eventually.until(() -> counts.connections() == 5);
            try (Wire sixth = Wire.to(front.address())) {
                assertThat(sixth.isClosedByServer()).isTrue();
            }
            assertThat(counts.connectionsRefused()).isEqualTo(1);
            for (Wire wire : silent) {
                wire.close();
            }
        }
    }

    @Test
    void shouldAnswerConnectedClientsWhileOthersHandshakeAgainAndAgain() throws Exception {
        try (HttpFront front = start(LimitsBuilder.WIDE);
                Wire kept = connect(front);
                Flood flood = new Flood(front.address(), client, 8)) {
            Eventually.until(() -> flood.done() > 50);
            long mostBefore = 0;
            for (int i = 0; i < 200; i++) {
                long begun = flood.done();
                kept.send(Fronts.get("/ping")).answer().expect(200);
                mostBefore = Math.max(mostBefore, flood.done() - begun);
            }
            assertThat(mostBefore).as("handshakes that came before an answer").isLessThan(100);
            long before = flood.done();
            Eventually.until(() -> flood.done() > before + 20);
        }
    }

    /** A client's certificate is judged in the last flight of its handshake, which must wait for its turn like the first. */
    @Test
    void shouldAnswerConnectedClientsWhileALaterFlightIsComputed() throws Exception {
        TestCertificate newcomer =
                TestCertificate.named("newcomer").withoutHost().make();
        try (SlowJudge judge = new SlowJudge();
                HttpFront front = Fronts.start(
                        Fronts.router(),
                        Fronts.settings(LimitsBuilder.WIDE, new TlsFront(judge.context(SERVER), true)),
                        counts,
                        Duration.ofSeconds(10));
                Wire kept = connect(front)) {
            kept.send(Fronts.get("/ping")).answer().expect(200);
            Thread coming = comeIn(front, newcomer);
            judge.awaitCase();

            assertThat(CompletableFuture.supplyAsync(() -> status(kept)).get(10, TimeUnit.SECONDS))
                    .isEqualTo(200);
            judge.close();
            coming.join();
        }
    }

    /** Thousands of new connections cost a thread little each, and all together those who are connected much. */
    @Test
    void shouldReadTheFirstBytesOfAConnectionWhenItsTurnComes() throws Exception {
        TestCertificate newcomer =
                TestCertificate.named("newcomer").withoutHost().make();
        int places = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
        try (SlowJudge judge = new SlowJudge();
                HttpFront front = Fronts.start(
                        Fronts.router(),
                        Fronts.settings(LimitsBuilder.WIDE, new TlsFront(judge.context(SERVER), true)),
                        counts,
                        Duration.ofSeconds(10))) {
            List<Thread> coming = new ArrayList<>();
            for (int i = 0; i < places; i++) {
                coming.add(comeIn(front, newcomer));
            }
            judge.awaitCases(places);
            try (Wire plain = Wire.to(front.address()).send(Fronts.get("/ping"))) {
                Eventually.pass(500);
                assertThat(plain.socket().getInputStream().available())
                        .as("every place computes a handshake")
                        .isZero();
                judge.close();
                plain.answer().expect(400);
            }
            for (Thread each : coming) {
                each.join();
            }
        }
    }

    private static Thread comeIn(HttpFront front, TestCertificate shown) {
        Thread coming = new Thread(() -> {
            try (Wire wire = Wire.encrypted(front.address(), shown.trusting(SERVER), "TLSv1.3")) {
                wire.send(Fronts.get("/ping"));
            } catch (IOException e) {
                // It may be gone before its handshake is.
            }
        });
        coming.start();
        return coming;
    }

    @Test
    void shouldCountHandshakesThatNoRequestFollows() throws Exception {
        try (HttpFront front = start(LimitsBuilder.WIDE)) {
            try (Wire asking = connect(front)) {
                asking.send(Fronts.get("/ping")).answer().expect(200);
            }
            try (Wire plain = Wire.to(front.address()).send(Fronts.get("/ping"))) {
                plain.answer().expect(400);
            }
            Eventually.until(() -> counts.connections() == 0);
            assertThat(counts.handshakesWasted()).isZero();

            connect(front).close();
            Eventually.until(() -> counts.handshakesWasted() == 1);
            byte[] noHello = BEGUN.clone();
            noHello[5] = 0x7f;
            Wire.to(front.address()).send(noHello).send(new byte[512]).close();
            Eventually.until(() -> counts.handshakesWasted() == 2);
        }
    }

    private static int status(Wire wire) {
        try {
            return wire.send(Fronts.get("/ping")).answer().status();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Connects from another address, handshakes and goes away, on several threads. */
    private static final class Flood implements AutoCloseable {
        private final List<Thread> threads = new ArrayList<>();
        private final AtomicLong handshakes = new AtomicLong();
        private volatile boolean over;

        Flood(InetSocketAddress address, SSLContext client, int count) {
            for (int i = 0; i < count; i++) {
                Thread thread = new Thread(() -> run(address, client));
                threads.add(thread);
                thread.start();
            }
        }

        private void run(InetSocketAddress address, SSLContext client) {
            while (!over) {
                try (Wire wire = Wire.encrypted(address, client, "TLSv1.2")) {
                    handshakes.incrementAndGet();
                } catch (IOException e) {
                    Eventually.pass(5);
                }
            }
        }

        long done() {
            return handshakes.get();
        }

        @Override
        public void close() throws InterruptedException {
            over = true;
            for (Thread thread : threads) {
                thread.join();
            }
        }
    }
}
