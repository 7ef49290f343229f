package io.mintmark.web.jetty;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.mintmark.protocol.ErrorType;
import io.mintmark.support.Eventually;
import io.mintmark.support.Opened;
import io.mintmark.support.limits.Limits;
import io.mintmark.web.admission.AdmissionControl;
import io.mintmark.web.admission.AdmissionCounts;
import io.mintmark.web.admission.LimitsBuilder;
import io.mintmark.web.http.Reply;
import io.mintmark.web.http.Router;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** What happens to requests that are more than can be answered. */
class SheddingTest {
    private static final String LARGE = "x".repeat(5_000);

    private final Semaphore held = new Semaphore(0);
    private final Semaphore go = new Semaphore(0);
    private final AdmissionCounts counts = new AdmissionCounts();

    @AutoClose
    private final Opened opened = new Opened();

    private HttpFront start(Limits load) {
        Router router = Fronts.router()
                .add("GET", "/held", request -> hold())
                .add("POST", "/held", request -> hold())
                .addCostly("GET", "/list", query -> query.has("all"), request -> hold())
                .add("GET", "/disk", request -> {
                    request.party().beforeWaiting().run();
                    return hold();
                });
        HttpSettings settings = new HttpSettings("127.0.0.1", 0, load, Set.of("/ping"));
        return Fronts.start(router, settings, counts, Duration.ofSeconds(5));
    }

    private Reply hold() {
        held.release();
        go.acquireUninterruptibly();
        return Fronts.json("\"done\"");
    }

    private Wire send(HttpFront front, String request) throws Exception {
        return opened.add(Wire.to(front.address()).send(request));
    }

    @AfterEach
    void closeWires() {
        go.release(1000);
    }

    @Test
    void shouldShedWhatIsTooMuchBeforeItStartsAndRecover() throws Exception {
        try (HttpFront front = start(
                LimitsBuilder.load().requests(3, 4, Duration.ofSeconds(30)).build())) {
            List<Wire> accepted = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                accepted.add(send(front, Fronts.get("/held")));
            }
            held.acquire(2);
            Eventually.until(() -> counts.waiting() == 2);

            Wire shed = send(front, Fronts.get("/held"));
            Wire.Answer refused = shed.answer();

            refused.expect(503);
            assertThat(refused.headers()).containsEntry("Retry-After", "1").containsEntry("Finished", "GET");
            JsonNode body = Fronts.tree(refused.bytes());
            assertThat(body.get("Type").asText()).isEqualTo(ErrorType.OVERLOADED.wireName());
            assertThat(body.get("Url").asText()).isEqualTo("/held");
            assertThat(body.get("Message").asText()).contains("try again");
            assertThat(counts.shedFull()).isEqualTo(1);

            go.release(4);
            for (Wire wire : accepted) {
                assertThat(wire.answer().body()).isEqualTo("\"done\"");
            }
            assertThat(held.availablePermits()).as("the shed one never ran").isEqualTo(2);
            assertThat(shed.send(Fronts.get("/empty/204")).answer().status())
                    .as("the connection of a shed request goes on")
                    .isEqualTo(204);
            Eventually.until(() -> counts.working() == 0 && counts.waiting() == 0);
        }
    }

    @Test
    void shouldShedWhoseTurnDoesNotComeAlthoughNothingMoves() throws Exception {
        try (HttpFront front = start(
                LimitsBuilder.load().requests(1, 10, Duration.ofMillis(300)).build())) {
            Wire stuck = send(front, Fronts.get("/held"));
            held.acquire();

            Wire.Answer refused = send(front, Fronts.get("/held")).answer();

            refused.expect(503);
            assertThat(counts.shedLate()).isEqualTo(1);
            go.release();
            stuck.answer().expect(200);
        }
    }

    @Test
    void shouldAnswerWhatIsVitalWhileEverythingElseIsShed() throws Exception {
        try (HttpFront front = start(
                LimitsBuilder.load().requests(1, 1, Duration.ofSeconds(30)).build())) {
            Wire busy = send(front, Fronts.get("/held"));
            held.acquire();
            Wire waiting = send(front, Fronts.get("/held"));
            Eventually.until(() -> counts.waiting() == 1);

            send(front, Fronts.get("/held")).answer().expect(503);
            send(front, Fronts.get("/ping")).answer().expect(200);
            go.release(2);
            busy.answer().expect(200);
            waiting.answer().expect(200);
        }
    }

    @Test
    void shouldAnswerWhatIsSmallWhileWhatIsCostlyFillsItsPlaces() throws Exception {
        try (HttpFront front = start(LimitsBuilder.load()
                .requests(200, 2_000, Duration.ofSeconds(30))
                .build())) {
            int places = AdmissionControl.places(LimitsBuilder.WIDE.requests()) / 2;
            for (int i = 0; i < 10 * places; i++) {
                send(
                        front,
                        i % 2 == 0
                                ? Fronts.get("/list?all=true")
                                : Fronts.post("/held", "Content-Length: 5000\r\n", LARGE));
            }
            held.acquire(places);
            Eventually.until(() -> counts.waiting() == 9 * places);

            for (int i = 0; i < 20; i++) {
                send(front, Fronts.get("/seen/small")).answer().expect(200);
            }
            assertThat(counts.waiting()).isEqualTo(9 * places);
            assertThat(held.tryAcquire())
                    .as("no place is free for what is costly")
                    .isFalse();
            go.release(10 * places);
            Eventually.until(() -> counts.working() + counts.waiting() == 0);
        }
    }

    private static String compressed(int... members) throws Exception {
        StringBuilder body = new StringBuilder();
        for (int bytes : members) {
            body.append(new String(Fronts.gzip(new byte[bytes]), StandardCharsets.ISO_8859_1));
        }
        return Fronts.post("/size", "Content-Encoding: gzip\r\nContent-Length: " + body.length() + "\r\n", body + "");
    }

    @Test
    void shouldTakeACompressedBodyForWhatItHolds() throws Exception {
        try (HttpFront front = start(LimitsBuilder.load()
                .requests(200, 2_000, Duration.ofSeconds(30))
                .build())) {
            int places = AdmissionControl.places(LimitsBuilder.WIDE.requests()) / 2;
            for (int i = 0; i < places; i++) {
                send(front, Fronts.get("/list?all=true"));
            }
            held.acquire(places);

            assertThat(send(front, compressed(4_096)).answer().body()).isEqualTo("4096");
            Wire large = send(front, compressed(4_097));
            Eventually.until(() -> counts.waiting() == 1);
            Wire larger = send(front, compressed(100_000, 1));
            Eventually.until(() -> counts.waiting() == 2);

            go.release(places);
            assertThat(large.answer().body()).isEqualTo("4097");
            assertThat(larger.answer().body())
                    .as("what its end says is not all of it")
                    .isEqualTo("100001");
            Eventually.until(() -> counts.working() + counts.waiting() == 0 && counts.memoryBytes() == 0);
        }
    }

    /** The broken twin: what says that it is small, and takes long, keeps everybody out. */
    @Test
    void wouldKeepSmallRequestsWaitingForThoseThatTakeLongAmongThem() throws Exception {
        try (HttpFront front = start(LimitsBuilder.load()
                .requests(200, 2_000, Duration.ofSeconds(30))
                .build())) {
            int places = AdmissionControl.places(LimitsBuilder.WIDE.requests());
            for (int i = 0; i < places; i++) {
                send(front, Fronts.get("/list"));
            }
            held.acquire(places);

            Wire small = send(front, Fronts.get("/seen/small"));

            Eventually.until(() -> counts.waiting() == 1);
            go.release(places);
            small.answer().expect(200);
        }
    }

    @Test
    void shouldLeaveRoomForAnotherAddressWhenOneFloods() throws Exception {
        try (HttpFront front = start(
                LimitsBuilder.load().requests(1, 20, Duration.ofSeconds(30)).build())) {
            send(front, Fronts.get("/held"));
            held.acquire();
            for (int i = 0; i < 60; i++) {
                send(front, Fronts.get("/held"));
            }
            Eventually.until(() -> counts.shedFull() == 50);

            Wire other = opened.add(Wire.from("127.0.0.2", front.address()).send(Fronts.get("/seen/good")));
            Eventually.until(() -> counts.waiting() == 11);
            go.release(2);

            other.answer().expect(200);
            assertThat(counts.waiting()).as("served before most of the flood").isGreaterThan(5);
            go.release(100);
        }
    }

    @Test
    void shouldLetOthersComputeWhileOneStandsAside() throws Exception {
        int places = AdmissionControl.places(LimitsBuilder.WIDE.requests());
        try (HttpFront front = start(LimitsBuilder.load()
                .requests(4 * places, 64, Duration.ofSeconds(30))
                .build())) {
            Wire disk = send(front, Fronts.get("/disk"));
            for (int i = 0; i < places - 1; i++) {
                send(front, Fronts.get("/held"));
            }
            held.acquire(places);

            send(front, Fronts.get("/seen/other")).answer().expect(200);
            Eventually.until(() -> counts.working() == places);
            go.release(places);
            disk.answer().expect(200);
            Eventually.until(() -> counts.working() == 0);
        }
    }
}
