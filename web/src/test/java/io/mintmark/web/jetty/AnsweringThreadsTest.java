package io.mintmark.web.jetty;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.web.admission.AdmissionCounts;
import io.mintmark.web.admission.LimitsBuilder;
import io.mintmark.web.http.Endpoint;
import io.mintmark.web.http.Reply;
import io.mintmark.web.http.Router;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.eclipse.jetty.util.VirtualThreads;
import org.junit.jupiter.api.Test;

/**
 * Which threads answer: those of the platform, on every Java, which are taken from their processor when time is up; the
 * one that read a request only where nothing is waited for.
 */
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

    /** Routes that tell whether the call that reads the request answers it. */
    private static Router telling(boolean nonBlocking) {
        Endpoint endpoint = request -> Fronts.json(Boolean.toString(
                StackWalker.getInstance().walk(frames -> frames.anyMatch(AnsweringThreadsTest::reads))));
        return new Router()
                .add("GET", "/threads/{part}", endpoint)
                .add("POST", "/threads/{part}", endpoint)
                .nonBlocking(
                        "GET",
                        "/threads/{part}",
                        asked -> nonBlocking && asked.parts().containsValue("swift"))
                .nonBlocking("POST", "/threads/{part}", asked -> nonBlocking);
    }

    private static boolean reads(StackWalker.StackFrame frame) {
        return frame.getClassName().equals(ReadSlice.class.getName());
    }

    private static HttpFront start(boolean nonBlocking) {
        HttpSettings settings = new HttpSettings("127.0.0.1", 0, LimitsBuilder.WIDE, Set.of());
        return Fronts.start(telling(nonBlocking), settings, new AdmissionCounts(), Duration.ofSeconds(5));
    }

    @Test
    void shouldAnswerWhatDoesNotWaitOnTheThreadThatReadIt() throws Exception {
        try (HttpFront front = start(true);
                Wire wire = Wire.to(front.address())) {
            assertThat(wire.send(Fronts.get("/threads/swift")).answer().body()).isEqualTo("true");
            assertThat(wire.send(Fronts.get("/threads/slow")).answer().body())
                    .as("this one waits")
                    .isEqualTo("false");
            wire.send(Fronts.get("/threads/swift") + Fronts.get("/threads/slow") + Fronts.get("/threads/swift"));
            assertThat(wire.answer().body()).isEqualTo("true");
            assertThat(wire.answer().body()).isEqualTo("false");
            assertThat(wire.answer().body()).isEqualTo("true");
        }
    }

    @Test
    void shouldAnswerOnAnotherThreadWhereARequestMayWait() throws Exception {
        try (HttpFront front = start(false);
                Wire wire = Wire.to(front.address())) {
            assertThat(wire.send(Fronts.get("/threads/swift")).answer().body()).isEqualTo("false");
        }
    }

    /** A body may have to be inflated, which takes as long as its sender likes. */
    @Test
    void shouldAnswerWhatHasABodyOnAnotherThread() throws Exception {
        try (HttpFront front = start(true);
                Wire wire = Wire.to(front.address())) {
            assertThat(wire.send(Fronts.post("/threads/swift", "Content-Length: 0\r\n", ""))
                            .answer()
                            .body())
                    .isEqualTo("true");
            assertThat(wire.send(Fronts.post("/threads/swift", "Content-Length: 2\r\n", "{}"))
                            .answer()
                            .body())
                    .isEqualTo("false");
        }
    }
}
