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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A client that goes on asking although it is refused is read less and less often; nobody else, and it no longer than that. */
class RestAfterRefusalTest {
    /** The rests that follow the second to the sixth refusal in a row: 0.1, 0.2, 0.4, 0.8 and 1 s. */
    private static final long MILLIS_OF_SEVEN = 2_500;

    private final Semaphore held = new Semaphore(0);
    private final Semaphore go = new Semaphore(0);
    private final AdmissionCounts counts = new AdmissionCounts();

    private static HttpSettings settings(Optional<TlsFront> tls) {
        Limits load =
                LimitsBuilder.load().requests(1, 1, Duration.ofSeconds(30)).build();
        return new HttpSettings("127.0.0.1", 0, load, Set.of("/ping"), tls);
    }

    private HttpFront start(HttpSettings settings) {
        Router router = Fronts.router().add("GET", "/held", request -> {
            held.release();
            go.acquireUninterruptibly();
            return Fronts.json("\"done\"");
        });
        return Fronts.start(router, settings, counts, Duration.ofSeconds(5));
    }

    /** Returns how many milliseconds seven requests took that were answered so. */
    private static long millisOfSeven(Wire wire, int status) throws IOException {
        long begun = System.nanoTime();
        for (int i = 0; i < 7; i++) {
            wire.send(Fronts.get(status == 503 ? "/held" : "/ping")).answer().expect(status);
        }
        return (System.nanoTime() - begun) / 1_000_000;
    }

    /** Floods a full server over such wires; others are served, and refused once, without a rest of their own. */
    private void flood(HttpSettings settings, Connecting connecting) throws Exception {
        try (HttpFront front = start(settings);
                Wire flooding = connecting.to(front);
                Wire other = connecting.to(front);
                Wire busy = connecting.to(front).send(Fronts.get("/held"));
                Wire waiting = connecting.to(front)) {
            held.acquire();
            waiting.send(Fronts.get("/held"));
            Eventually.until(() -> counts.waiting() == 1);

            assertThat(millisOfSeven(flooding, 503)).isGreaterThanOrEqualTo(MILLIS_OF_SEVEN);
            assertThat(counts.shedFull()).isEqualTo(7);
            long ignored = millisOfSeven(other, 200);
            other.send(Fronts.get("/held")).answer().expect(503);

            go.release(2);
            busy.answer().expect(200);
            waiting.answer().expect(200);
            ignored = millisOfSeven(flooding, 200);
        } finally {
            go.release(2);
        }
    }

    private interface Connecting {
        Wire to(HttpFront front) throws Exception;
    }

    @Test
    void shouldReadAClientLessOftenThatGoesOnAlthoughItIsRefused() throws Exception {
        flood(settings(Optional.empty()), front -> Wire.to(front.address()));
    }

    @Test
    void shouldDoTheSameOverTls() throws Exception {
        TestCertificate server = TestCertificate.named("server").make();
        SSLContext client = TestCertificate.onlyTrusting(server);
        flood(settings(Optional.of(Fronts.tls(server))), front -> Wire.encrypted(front.address(), client, "TLSv1.3"));
    }

    @ParameterizedTest
    @CsvSource({"0, 200", "150, 50", "199, 1", "200, -1", "9000, -1"})
    void shouldReadAClientAtOnceThatWaitsAsLongAsItIsAskedTo(long waited, long left) {
        AtomicLong millis = new AtomicLong(17);
        List<Object> done = new ArrayList<>();
        RestAfterRefusal rest = new RestAfterRefusal(
                () -> TimeUnit.MILLISECONDS.toNanos(millis.get()),
                Duration.ofMillis(200),
                () -> done.add("no more rests"),
                (step, nanos) -> done.add(TimeUnit.NANOSECONDS.toMillis(nanos)));
        millis.addAndGet(waited);

        rest.step(() -> done.add("read"));

        assertThat(done).containsExactly("no more rests", left < 0 ? "read" : left);
    }
}
