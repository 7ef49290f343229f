package io.mintmark.web.jetty;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.web.admission.AdmissionCounts;
import io.mintmark.web.admission.LimitsBuilder;
import io.mintmark.web.http.Reply;
import io.mintmark.web.http.Router;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.eclipse.jetty.util.VirtualThreads;
import org.junit.jupiter.api.Test;

/** Which threads answer: platform threads, and where there are virtual ones, these what is small and came alone. */
class AnsweringThreadsTest {
    private static final String PLATFORM = "\"platform\"";
    private static final String OWN = VirtualThreads.areSupported() ? "\"virtual\"" : PLATFORM;

    private static HttpFront start() {
        Router router = Fronts.router()
                .add("GET", "/small", request -> thread())
                .add("POST", "/large", request -> thread())
                .addCostly("GET", "/costly", query -> true, request -> thread());
        HttpSettings settings = new HttpSettings("127.0.0.1", 0, LimitsBuilder.WIDE, Set.of());
        return Fronts.start(router, settings, new AdmissionCounts(), Duration.ofSeconds(5));
    }

    private static Reply thread() {
        return Fronts.json(VirtualThreads.isVirtualThread() ? "\"virtual\"" : PLATFORM);
    }

    @Test
    void shouldAnswerWhatIsSmallOnTheThreadThatReadIt() throws Exception {
        try (HttpFront front = start();
                Wire wire = Wire.to(front.address())) {
            for (int i = 0; i < 3; i++) {
                assertThat(wire.send(Fronts.get("/small")).answer().body()).isEqualTo(OWN);
            }
        }
    }

    /** Virtual threads are not taken from their processor: one that went on would keep all others from it. */
    @Test
    void shouldLeaveAllButTheFirstOfManyAtOnceToOtherThreads() throws Exception {
        try (HttpFront front = start();
                Wire wire = Wire.to(front.address())) {
            wire.send(Fronts.get("/small") + Fronts.get("/small") + Fronts.get("/small"));

            List<String> threads = List.of(
                    wire.answer().body(), wire.answer().body(), wire.answer().body());

            assertThat(threads).containsExactly(OWN, PLATFORM, PLATFORM);
        }
    }

    @Test
    void shouldLeaveWhatTakesLongToPlatformThreads() throws Exception {
        try (HttpFront front = start();
                Wire wire = Wire.to(front.address())) {
            assertThat(wire.send(Fronts.get("/costly")).answer().body()).isEqualTo(PLATFORM);
            assertThat(wire.send(Fronts.post("/large", "Content-Length: 5000\r\n", "x".repeat(5_000)))
                            .answer()
                            .body())
                    .isEqualTo(PLATFORM);
        }
    }
}
