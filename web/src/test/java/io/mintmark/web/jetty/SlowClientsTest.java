package io.mintmark.web.jetty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.mintmark.support.Eventually;
import io.mintmark.support.limits.Limits;
import io.mintmark.web.admission.AdmissionCounts;
import io.mintmark.web.admission.LimitsBuilder;
import io.mintmark.web.http.Reply;
import io.mintmark.web.http.Router;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Clients that move bytes too slowly to be idle and too slowly to be served. */
class SlowClientsTest {
    private static final Duration SHORT = Duration.ofMillis(500);
    /** The look for slow clients comes once a second, so within such a time to a connection quiet for 300 ms or more. */
    private static final long BEYOND_A_LOOK = 1_300;

    private static final byte[] PART = "0123456789abcdef".repeat(1024).getBytes(StandardCharsets.US_ASCII);

    private static final byte[] WHOLE = new byte[16 << 20];

    private final AdmissionCounts counts = new AdmissionCounts();

    private HttpFront start(Limits load) {
        Router router = Fronts.router()
                .add(
                        "GET",
                        "/endless",
                        request -> Reply.stream(200, out -> {
                            out.write(PART);
                            return true;
                        }))
                .add("GET", "/whole", request -> Reply.text(200, "x/y", WHOLE));
        return Fronts.start(router, load, counts);
    }

    @Test
    void shouldCloseAConnectionWhoseHeadComesByteByByte() throws Exception {
        try (HttpFront front = start(LimitsBuilder.load().head(SHORT).build());
                Wire wire = Wire.to(front.address())) {
            wire.send("GET /ping HTTP/1.1\r\nHost: x\r\n\r\n").answer();
            wire.send("GET /ping HTTP/1.1\r\nA: ");

            assertThatExceptionOfType(IOException.class).isThrownBy(() -> {
                for (int i = 0; i < 200; i++) {
                    wire.send("b");
                    Eventually.pass(50);
                }
            });
            assertThat(counts.slowHeads()).isEqualTo(1);
        }
    }

    @Test
    void shouldCloseEveryOneOfManyWhoseHeadsDoNotEnd() throws Exception {
        int many = 300;
        List<Wire> slow = new ArrayList<>();
        try (HttpFront front = start(LimitsBuilder.load().head(SHORT).build());
                Wire quiet = Wire.to(front.address()).send(Fronts.get("/ping"))) {
            quiet.answer().expect(200);
            for (int i = 0; i < many; i++) {
                slow.add(Wire.to(front.address()).send("GET /ping HTTP/1.1\r\nA: "));
            }

            Eventually.until(() -> counts.slowHeads() == many);

            Eventually.until(() -> counts.connections() == 1);
            quiet.send(Fronts.get("/ping")).answer().expect(200);
            for (Wire wire : slow) {
                wire.close();
            }
        }
    }

    @Test
    void shouldLeaveAConnectionAloneThatIsQuietBetweenRequests() throws Exception {
        try (HttpFront front =
                        start(LimitsBuilder.load().head(Duration.ofMillis(100)).build());
                Wire wire = Wire.to(front.address())) {
            Eventually.pass(BEYOND_A_LOOK);
            for (int i = 0; i < 2; i++) {
                wire.send(Fronts.get("/ping")).answer().expect(200);
                Eventually.pass(BEYOND_A_LOOK);
            }
            assertThat(counts.slowHeads()).isZero();
        }
    }

    @Test
    void shouldRefuseABodyThatComesByteByByteAndSayWhy() throws Exception {
        try (HttpFront front = start(LimitsBuilder.load().rate(1000, SHORT).build());
                Wire wire = Wire.to(front.address())) {
            wire.send(Fronts.post("/size", "Content-Length: 100000\r\n", "a"));
            CompletableFuture<Void> dripping = CompletableFuture.runAsync(() -> drip(wire));

            Wire.Answer refused = wire.answer();

            refused.expect(400);
            assertThat(refused.body()).contains("it came too slowly");
            assertThat(refused.headers()).containsEntry("Connection", "close");
            assertThat(counts.slowBodies()).isEqualTo(1);
            dripping.get(30, TimeUnit.SECONDS);
        }
    }

    private static void drip(Wire wire) {
        try {
            for (int i = 0; i < 100; i++) {
                wire.send("a");
                Eventually.pass(50);
            }
        } catch (IOException e) {
            // The server closes, which is what the test waits for.
        }
    }

    @Test
    void shouldTakeABodyThatComesSlowlyButNotTooSlowly() throws Exception {
        try (HttpFront front = start(LimitsBuilder.load().rate(100, SHORT).build());
                Wire wire = Wire.to(front.address())) {
            wire.send(Fronts.post("/size", "Content-Length: 3000\r\n", ""));
            for (int i = 0; i < 30; i++) {
                wire.send("x".repeat(100));
                Eventually.pass(100);
            }

            assertThat(wire.answer().body()).isEqualTo("3000");
            assertThat(counts.slowBodies()).isZero();
        }
    }

    @Test
    void shouldAnswerOthersWhileMoreReadersThanPlacesDoNotRead() throws Exception {
        List<Wire> deaf = new ArrayList<>();
        try (HttpFront front = start(
                LimitsBuilder.load().requests(4, 100, Duration.ofSeconds(30)).build())) {
            int before = Thread.activeCount();
            for (int i = 0; i < 40; i++) {
                deaf.add(Wire.narrow(front.address()).send(Fronts.get(i % 2 == 0 ? "/endless" : "/whole")));
            }
            for (int i = 0; i < 20; i++) {
                Wire.ask(front.address(), Fronts.get("/ping")).expect(200);
                Eventually.pass(20);
            }
            Eventually.until(() -> counts.working() == 0);
            assertThat(Thread.activeCount()).isLessThan(before + 40);
            assertThat(counts.connections()).isGreaterThanOrEqualTo(40);
            for (Wire wire : deaf) {
                wire.close();
            }
        }
    }

    @Test
    void shouldCloseAConnectionWhoseReplyIsNotRead() throws Exception {
        try (HttpFront front =
                        start(LimitsBuilder.load().rate(20_000_000, SHORT).build());
                Wire endless = Wire.narrow(front.address());
                Wire whole = Wire.narrow(front.address())) {
            endless.send(Fronts.get("/endless"));
            whole.send(Fronts.get("/whole"));

            Eventually.until(() -> counts.slowReaders() == 2);
            Eventually.until(() -> counts.connections() == 0);
            Eventually.until(() -> counts.memoryBytes() == 0);
        }
    }

    @Test
    void shouldServeAReaderThatIsFastEnough() throws Exception {
        try (HttpFront front = start(LimitsBuilder.load().rate(1000, SHORT).build());
                Wire wire = Wire.narrow(front.address())) {
            assertThat(wire.send(Fronts.get("/whole")).answer().bytes()).hasSize(WHOLE.length);
            assertThat(counts.slowReaders()).isZero();
        }
    }

    @Test
    void shouldWaitForAClientThatPausesWithinItsBodyWhileTheServerCloses() throws Exception {
        HttpFront front = start(LimitsBuilder.load().build());
        try (Wire quiet = Wire.to(front.address());
                Wire wire = Wire.to(front.address()).send(Fronts.post("/size", "Content-Length: 3\r\n", "a"))) {
            quiet.send(Fronts.get("/ping")).answer();
            Eventually.until(() -> counts.connections() == 2);
            // A head that nobody has read yet is no request that was accepted; a busy machine reads it late.
            Eventually.pass(500);

            CompletableFuture<Void> closed = CompletableFuture.runAsync(front::close);
            Eventually.pass(1000);
            wire.send("b");
            Eventually.pass(1000);
            assertThat(closed.isDone()).isFalse();
            assertThat(quiet.isClosedByServer()).isTrue();
            wire.send("c");

            assertThat(wire.answer().body()).isEqualTo("3");
            closed.get(5, TimeUnit.SECONDS);
        } catch (SocketTimeoutException e) {
            throw new AssertionError("the server did not answer", e);
        }
    }
}
