package io.mintmark.web.jetty;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.support.Eventually;
import io.mintmark.support.limits.Limits;
import io.mintmark.web.admission.AdmissionCounts;
import io.mintmark.web.admission.LimitsBuilder;
import io.mintmark.web.http.Router;
import io.mintmark.web.tls.TestCertificate;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.Semaphore;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;

/** A client that goes on asking although it is refused is read less and less often; nobody else, and it no longer than that. */
class RestAfterRefusalTest {
    /** The rests that follow the second to the sixth refusal in a row: 0.1, 0.2, 0.4, 0.8 and 1 s. */
    private static final long MILLIS_OF_SEVEN = 2_500;

    private final Semaphore held = new Semaphore(0);
    private final Semaphore go = new Semaphore(0);
    private final AdmissionCounts counts = new AdmissionCounts();

    private HttpSettings settings() {
        Limits load =
                LimitsBuilder.load().requests(1, 1, Duration.ofSeconds(30)).build();
        return new HttpSettings("127.0.0.1", 0, load, Set.of("/ping"));
    }

    private HttpFront start(HttpSettings settings) {
        Router router = Fronts.router().add("GET", "/held", request -> {
            held.release();
            go.acquireUninterruptibly();
            return Fronts.json("\"done\"");
        });
        return Fronts.start(router, settings, counts, Duration.ofSeconds(5));
    }

    private static long millisOf(Wire wire, int requests, int status) throws IOException {
        long begun = System.nanoTime();
        for (int i = 0; i < requests; i++) {
            assertThat(wire.send(Fronts.get(status == 503 ? "/held" : "/ping"))
                            .answer()
                            .status())
                    .isEqualTo(status);
        }
        return (System.nanoTime() - begun) / 1_000_000;
    }

    @Test
    void shouldReadAClientLessOftenThatGoesOnAlthoughItIsRefused() throws Exception {
        try (HttpFront front = start(settings());
                Wire flooding = Wire.to(front.address());
                Wire other = Wire.to(front.address());
                Wire busy = Wire.to(front.address()).send(Fronts.get("/held"));
                Wire waiting = Wire.to(front.address())) {
            held.acquire();
            waiting.send(Fronts.get("/held"));
            Eventually.until(() -> counts.waiting() == 1);

            long rested = millisOf(flooding, 7, 503);
            assertThat(rested).isGreaterThanOrEqualTo(MILLIS_OF_SEVEN);
            assertThat(counts.shedFull()).isEqualTo(7);
            // It asks as fast, but was not refused.
            assertThat(millisOf(other, 7, 200)).isLessThan(rested);

            go.release(2);
            busy.answer().expect(200);
            waiting.answer().expect(200);
            assertThat(millisOf(flooding, 7, 200))
                    .as("one rest is left, and a permit ends them")
                    .isLessThan(rested);
        } finally {
            go.release(2);
        }
    }

    @Test
    void shouldDoTheSameOverTls() throws Exception {
        TestCertificate server = TestCertificate.named("server").make();
        SSLContext client = TestCertificate.onlyTrusting(server);
        HttpSettings plain = settings();
        try (HttpFront front = start(Fronts.settings(plain.limits(), Fronts.tls(server)));
                Wire flooding = Wire.encrypted(front.address(), client, "TLSv1.3");
                Wire other = Wire.encrypted(front.address(), client, "TLSv1.3");
                Wire busy = Wire.encrypted(front.address(), client, "TLSv1.3").send(Fronts.get("/held"));
                Wire waiting = Wire.encrypted(front.address(), client, "TLSv1.3")) {
            held.acquire();
            waiting.send(Fronts.get("/held"));
            Eventually.until(() -> counts.waiting() == 1);

            assertThat(millisOf(flooding, 7, 503)).isGreaterThanOrEqualTo(MILLIS_OF_SEVEN);
            other.send(Fronts.get("/held")).answer().expect(503);
            go.release(2);
            busy.answer().expect(200);
            waiting.answer().expect(200);
        } finally {
            go.release(2);
        }
    }

    @Test
    void shouldReadAClientAtOnceThatWaitsAsLongAsItIsAskedTo() throws Exception {
        try (HttpFront front = start(settings());
                Wire patient = Wire.to(front.address());
                Wire busy = Wire.to(front.address()).send(Fronts.get("/held"));
                Wire waiting = Wire.to(front.address())) {
            held.acquire();
            waiting.send(Fronts.get("/held"));
            Eventually.until(() -> counts.waiting() == 1);
            long ignored = millisOf(patient, 3, 503);

            Eventually.pass(1_000);

            // Its latest rest, of 200 ms, is over; nothing else of it may be left.
            assertThat(millisOf(patient, 1, 503)).isLessThan(200);
            go.release(2);
            busy.answer().expect(200);
            waiting.answer().expect(200);
        } finally {
            go.release(2);
        }
    }
}
