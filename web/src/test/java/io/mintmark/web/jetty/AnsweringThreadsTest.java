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

/** Which threads answer: those of the platform, on every Java, which are taken from their processor when time is up. */
class AnsweringThreadsTest {
    private static final String PLATFORM = "\"platform\"";

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
    void shouldAnswerOnPlatformThreadsWhetherRequestsComeAloneOrTogether() throws Exception {
        try (HttpFront front = start();
                Wire wire = Wire.to(front.address())) {
            String small = Fronts.get("/small");
            wire.send(small + small + small);

            assertThat(List.of(
                            wire.answer().body(),
                            wire.answer().body(),
                            wire.answer().body()))
                    .containsOnly(PLATFORM);
            assertThat(wire.send(small).answer().body()).isEqualTo(PLATFORM);
        }
    }

    @Test
    void shouldAnswerWhatTakesLongOnPlatformThreads() throws Exception {
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
