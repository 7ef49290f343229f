package io.mintmark.web.jetty;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.protocol.ErrorType;
import io.mintmark.support.Eventually;
import io.mintmark.support.Opened;
import io.mintmark.support.limits.Limits;
import io.mintmark.web.admission.AdmissionControl;
import io.mintmark.web.admission.AdmissionCounts;
import io.mintmark.web.admission.LimitsBuilder;
import io.mintmark.web.http.ApiException;
import io.mintmark.web.http.BodyReceiver;
import io.mintmark.web.http.Router;
import io.mintmark.web.http.StreamEndpoint;
import java.io.IOException;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Streams share permits with everything else that takes long, and end between two small pieces. */
@Timeout(120)
class StreamPermitsTest {
    private static final int PLACES = AdmissionControl.places(LimitsBuilder.WIDE.requests()) / 2;
    private static final String CHUNKED = "Transfer-Encoding: chunked\r\n";
    private static final int SLICE_PIECES = 4;

    private final AdmissionCounts counts = new AdmissionCounts();
    private final Semaphore begun = new Semaphore(0);
    private final Semaphore leave = new Semaphore(0);
    private final AtomicInteger opened = new AtomicInteger();
    private final Queue<CountingReceiver> receivers = new ConcurrentLinkedQueue<>();
    private final Queue<StreamEndpoint.Stop> stops = new ConcurrentLinkedQueue<>();

    @AutoClose
    private final Opened closing = new Opened();

    private BodyReceiver open(StreamEndpoint.Stop stop) {
        opened.incrementAndGet();
        CountingReceiver receiver = new CountingReceiver(begun, leave);
        receivers.add(receiver);
        stops.add(stop);
        return receiver;
    }

    private HttpFront start(Limits load) {
        Router router = Fronts.router()
                .addStream("POST", "/stream", (request, stop) -> open(stop))
                .addCostly("GET", "/list", any -> true, request -> Fronts.json("\"listed\""));
        return closing.add(Fronts.start(router, load, counts));
    }

    private HttpFront start() {
        return start(LimitsBuilder.load()
                .requests(200, 2_000, Duration.ofSeconds(60))
                .build());
    }

    private Wire send(HttpFront front, String from, String request) throws IOException {
        return closing.add(Wire.from(from, front.address()).send(request));
    }

    private Wire stream(HttpFront front) throws IOException {
        return send(front, "127.0.0.1", Fronts.post("/stream", CHUNKED, "") + "1\r\nx\r\n");
    }

    /** Sends at once what inflates to two megabytes, many slices of them. */
    private Wire longPiece(HttpFront front) throws IOException {
        String gzip = new String(Fronts.gzip(Fronts.growing(100, 20_000)), ISO_8859_1);
        return send(
                front,
                "127.0.0.1",
                Fronts.post("/stream", CHUNKED + "Content-Encoding: gzip\r\n", "") + Integer.toHexString(gzip.length())
                        + "\r\n" + gzip);
    }

    @AfterEach
    void end() {
        leave.release(1_000_000);
    }

    @Test
    void shouldWorkOnNoMoreStreamsAtOnceThanThereArePlaces() throws Exception {
        HttpFront front = start();
        for (int i = 0; i < 5 * PLACES; i++) {
            Wire ignored = stream(front);
        }

        begun.acquire(PLACES);
        Eventually.until(() -> counts.waiting() == 4 * PLACES);
        assertThat(begun.tryAcquire()).as("more than there are places").isFalse();

        assertThat(send(front, "127.0.0.2", Fronts.get("/ping")).answer().status())
                .as("what is small does not wait for them")
                .isEqualTo(200);
        leave.release(5 * PLACES);
        begun.acquire(4 * PLACES);
        Eventually.until(() -> counts.working() + counts.waiting() == 0);
    }

    @Test
    void shouldLetOthersComeBetweenTheSlicesOfWhatArrivedAtOnce() throws Exception {
        HttpFront front = start();
        for (int i = 0; i < PLACES; i++) {
            Wire ignored = longPiece(front);
        }
        begun.acquire(PLACES);
        Wire list = send(front, "127.0.0.2", Fronts.get("/list"));
        Eventually.until(() -> counts.waiting() == 1);

        leave.release(SLICE_PIECES * PLACES);

        assertThat(list.answer().body()).isEqualTo("\"listed\"");
        assertThat(receivers).allSatisfy(each -> assertThat(each.bytes.get()).isLessThan(1_000_000));
    }

    @Test
    void shouldLetOthersComeBetweenPiecesOfAByteEach() throws Exception {
        HttpFront front = start();
        for (int i = 0; i < PLACES; i++) {
            Wire ignored = stream(front).send("1\r\nx\r\n".repeat(10_000));
        }
        begun.acquire(PLACES);
        Wire list = send(front, "127.0.0.2", Fronts.get("/list"));
        Eventually.until(() -> counts.waiting() == 1);

        leave.release(400 * PLACES);

        assertThat(list.answer().body()).isEqualTo("\"listed\"");
    }

    /** The clock of this machine will do: a piece that took too long ends its slice, however much longer it took. */
    @Test
    void shouldLetOthersComeAfterAPieceThatTookTwoMilliseconds() throws Exception {
        HttpFront front = start();
        for (int i = 0; i < PLACES; i++) {
            Wire ignored = stream(front).send("1\r\nx\r\n".repeat(100));
        }
        begun.acquire(PLACES);
        Wire list = send(front, "127.0.0.2", Fronts.get("/list"));
        Eventually.until(() -> counts.waiting() == 1);
        Eventually.pass(2);

        leave.release(PLACES);

        assertThat(list.answer().body())
                .as("after as many pieces as there are places: nobody may go on to a second one before")
                .isEqualTo("\"listed\"");
    }

    @Test
    void shouldServeAnotherRequestOfTheSameAddressBetweenItsSlices() throws Exception {
        HttpFront front = start();
        for (int i = 0; i < 3 * PLACES; i++) {
            Wire ignored = longPiece(front);
        }
        begun.acquire(PLACES);
        Eventually.until(() -> counts.waiting() == 2 * PLACES);
        Wire list = send(front, "127.0.0.1", Fronts.get("/list"));
        Eventually.until(() -> counts.waiting() == 2 * PLACES + 1);

        leave.release(3 * SLICE_PIECES * PLACES);

        assertThat(list.answer().body()).isEqualTo("\"listed\"");
    }

    @Test
    void shouldShedAStreamThatHasNotBegun() throws Exception {
        HttpFront front = start(
                LimitsBuilder.load().requests(2, 2, Duration.ofSeconds(30)).build());
        Wire working = stream(front);
        begun.acquire();
        Wire waiting = stream(front);
        Eventually.until(() -> counts.waiting() == 1);

        Wire.Answer refused = stream(front).answer();

        refused.expect(503);
        assertThat(refused.headers()).containsEntry("Retry-After", "1").containsEntry("Connection", "close");
        assertThat(opened).hasValue(1);
        leave.release(2);
        assertThat(working.send("0\r\n\r\n").answer().body()).isEqualTo("1");
        assertThat(waiting.send("0\r\n\r\n").answer().body()).isEqualTo("1");
    }

    @Test
    void shouldEndAStreamThatIsStoppedWithinWhatArrivedAtOnce() throws Exception {
        HttpFront front = start();
        Wire wire = longPiece(front);
        begun.acquire();

        stops.element().because(new ApiException(ErrorType.INVALID_OPERATION, "Stopped by hand."));
        leave.release(1_000_000);

        assertThat(wire.answer().body()).contains("Stopped by hand.");
        assertThat(receivers.element().bytes.get()).isLessThanOrEqualTo(16 << 10);
    }

    @Test
    void shouldEndAStreamWhoseClientIsGoneWithinWhatArrivedAtOnce() throws Exception {
        HttpFront front = start();
        byte[] bytes = Fronts.gzip(Fronts.growing(30, 20_000));
        assertThat(bytes.length).as("one chunk for Jetty").isLessThan(8_000);
        String gzip = new String(bytes, ISO_8859_1);
        Wire wire = send(
                front,
                "127.0.0.1",
                Fronts.post("/stream", CHUNKED + "Content-Encoding: gzip\r\n", "") + Integer.toHexString(gzip.length())
                        + "\r\n" + gzip);
        begun.acquire();

        wire.close();
        leave.release(1_000_000);

        assertThat(receivers.element().awaitFailure()).hasMessageContaining("could not be read");
        assertThat(receivers.element().bytes.get()).as("of 600,000").isLessThanOrEqualTo(80 << 10);
    }

    @Test
    void shouldEndAStreamThatIsStoppedWhileItWaitsForItsTurn() throws Exception {
        HttpFront front = start();
        Wire wire = stream(front);
        begun.acquire();
        leave.release();
        Eventually.until(() -> counts.working() == 0);
        for (int i = 0; i < PLACES; i++) {
            Wire ignored = stream(front);
        }
        begun.acquire(PLACES);
        wire.send("1\r\nx\r\n");
        Eventually.until(() -> counts.waiting() == 1);

        stops.element().because(new ApiException(ErrorType.INVALID_OPERATION, "Stopped by hand."));

        assertThat(wire.answer().body()).contains("Stopped by hand.");
        leave.release(100);
        Eventually.until(() -> counts.working() + counts.waiting() == 0);
        assertThat(receivers.element().bytes.get()).isEqualTo(1);
    }
}
