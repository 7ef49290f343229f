package io.mintmark.web.jetty;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.support.Eventually;
import io.mintmark.support.Opened;
import io.mintmark.support.limits.Limits;
import io.mintmark.web.admission.AdmissionCounts;
import io.mintmark.web.admission.LimitsBuilder;
import io.mintmark.web.admission.MemoryClaim;
import io.mintmark.web.http.Router;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What bodies and replies of all requests may hold together. */
class SharedMemoryTest {
    private static final int BODY = 1 << 20;

    private final AdmissionCounts counts = new AdmissionCounts();

    @AutoClose
    private final Opened opened = new Opened();

    private HttpFront start(long memory) {
        Router router = Fronts.router().add("GET", "/keep/{bytes}", request -> {
            request.keepInMemory(Long.parseLong(request.pathPart("bytes")));
            return Fronts.json("1");
        });
        Limits limits = LimitsBuilder.load()
                .sizes(8 << 10, 32 << 10, BODY)
                .memory(memory)
                .build();
        HttpSettings settings = new HttpSettings("127.0.0.1", 0, limits, Set.of());
        return Fronts.start(router, settings, counts, Duration.ofSeconds(5));
    }

    /** Sends a body but for its last byte. */
    private Wire unfinished(String from, HttpFront front) throws IOException {
        return opened.add(Wire.from(from, front.address())
                .send(Fronts.post("/size", "Content-Length: " + BODY + "\r\n", "x".repeat(BODY - 1))));
    }

    @Test
    void shouldRefuseBodiesThatFindNoRoomAndServeSmallOnesAndOtherAddresses() throws Exception {
        try (HttpFront front = start(6L * BODY)) {
            List<Wire> held = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                held.add(unfinished("127.0.0.1", front));
            }
            Eventually.until(() -> counts.memoryBytes() >= 3L * (BODY - 1 - MemoryClaim.BYTES_FREE));

            Wire.Answer refused = unfinished("127.0.0.1", front).send("x").answer();

            refused.expect(503);
            assertThat(refused.headers()).containsEntry("Retry-After", "1").containsEntry("Connection", "close");
            assertThat(refused.body()).contains("limit-memory=" + 6L * BODY);
            assertThat(counts.shedMemory()).isEqualTo(1);
            assertThat(Wire.ask(front.address(), Fronts.post("/size", "Content-Length: 9\r\n", "x".repeat(9)))
                            .body())
                    .isEqualTo("9");
            Wire other = unfinished("127.0.0.2", front);
            assertThat(other.send("x").answer().body()).isEqualTo("" + BODY);

            for (Wire wire : held) {
                assertThat(wire.send("x").answer().body()).isEqualTo("" + BODY);
            }
            Eventually.until(() -> counts.memoryBytes() == 0);
        }
    }

    @Test
    void shouldRefuseForgottenBodiesBeyondTheirLimitToo() throws Exception {
        String chunk = Integer.toHexString(BODY / 2) + "\r\n" + "x".repeat(BODY / 2) + "\r\n";
        try (HttpFront front = start(BODY / 4)) {
            Wire endless = opened.add(Wire.to(front.address()));
            endless.send(Fronts.post("/size", "Transfer-Encoding: chunked\r\n", chunk + chunk + "1\r\nx"));

            endless.answer().expect(413);
            Eventually.until(() -> counts.memoryBytes() == 0);
        }
    }

    @Test
    void shouldGiveBackWhatBrokenOffBodiesHeld() throws Exception {
        try (HttpFront front = start(6L * BODY)) {
            for (int round = 0; round < 5; round++) {
                List<Wire> held = new ArrayList<>();
                for (int i = 0; i < 3; i++) {
                    held.add(unfinished("127.0.0.1", front));
                }
                Eventually.until(() -> counts.memoryBytes() > 2.5 * BODY);
                for (Wire wire : held) {
                    wire.close();
                }
                Eventually.until(() -> counts.memoryBytes() == 0);
            }
            assertThat(counts.shedMemory()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "zstd"})
    void shouldCountWhatABodyInflatesTo(String coding) throws Exception {
        byte[] body = Fronts.compressed(coding, new byte[BODY]);
        String head = "Content-Encoding: " + coding + "\r\nContent-Length: " + body.length + "\r\n";
        String request = Fronts.post("/size", head, new String(body, StandardCharsets.ISO_8859_1));
        try (HttpFront front = start(3L * BODY);
                HttpFront narrow = start(BODY)) {
            assertThat(Wire.ask(front.address(), request).body()).isEqualTo("" + BODY);
            Wire.ask(narrow.address(), request).expect(503);
        }
    }

    @Test
    void shouldCountWhatAnEndpointKeepsUntilItsReplyIsSent() throws Exception {
        try (HttpFront front = start(BODY)) {
            Wire.ask(front.address(), Fronts.get("/keep/" + BODY / 2)).expect(200);
            Wire.ask(front.address(), Fronts.get("/keep/" + 2 * BODY)).expect(503);
            Eventually.until(() -> counts.memoryBytes() == 0);
        }
    }
}
