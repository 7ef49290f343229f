package io.mintmark.web.jetty;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.web.admission.AdmissionCounts;
import io.mintmark.web.admission.LimitsBuilder;
import io.mintmark.web.http.Reply;
import io.mintmark.web.http.Router;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Requests that came together are answered by one write where nothing is waited for; no reply waits for a request that
 * is not answered at once.
 */
@Timeout(60)
class PipelinedRepliesTest {
    private static final String AT_ONCE = Fronts.get("/at-once");

    private final CompletableFuture<Void> release = new CompletableFuture<>();

    @AutoClose
    private final HttpFront front = start();

    @AutoClose
    @SuppressWarnings("NullAway.Init")
    private Wire wire;

    private HttpFront start() {
        Router router = new Router()
                .add("GET", "/at-once", request -> Fronts.json("1"))
                .nonBlocking("GET", "/at-once", any -> true)
                .add("GET", "/later", request -> Fronts.later(release, () -> Fronts.json("2")))
                .nonBlocking("GET", "/later", any -> true)
                .add("GET", "/waits", request -> waiting())
                .add("POST", "/body", request -> Fronts.json(Integer.toString(request.body().length)));
        HttpSettings settings = new HttpSettings("127.0.0.1", 0, LimitsBuilder.WIDE, Set.of());
        return Fronts.start(router, settings, new AdmissionCounts(), Duration.ofSeconds(5));
    }

    private Reply waiting() {
        release.join();
        return Fronts.json("3");
    }

    private void send(String requests) throws Exception {
        wire = Wire.to(front.address()).send(requests);
    }

    private void expect(String... bodies) throws Exception {
        for (String body : bodies) {
            assertThat(wire.answer().body()).isEqualTo(body);
        }
    }

    @Test
    void shouldAnswerInOrder() throws Exception {
        release.complete(null);

        send((AT_ONCE
                        + Fronts.get("/later")
                        + Fronts.get("/waits")
                        + Fronts.post("/body", "Content-Length: 4\r\n", "four"))
                .repeat(50));

        for (int i = 0; i < 50; i++) {
            expect("1", "2", "3", "4");
        }
    }

    @Test
    void shouldNotKeepRepliesBackBehindOneThatComesLater() throws Exception {
        send(AT_ONCE + AT_ONCE + Fronts.get("/later") + AT_ONCE);

        expect("1", "1");
        release.complete(null);
        expect("2", "1");
    }

    @Test
    void shouldNotKeepRepliesBackBehindARequestThatWaits() throws Exception {
        send(AT_ONCE + AT_ONCE + Fronts.get("/waits") + AT_ONCE);

        expect("1", "1");
        release.complete(null);
        expect("3", "1");
    }

    @Test
    void shouldNotKeepRepliesBackBehindABodyThatDoesNotCome() throws Exception {
        send(AT_ONCE + AT_ONCE + Fronts.post("/body", "Content-Length: 4\r\n", "fo"));

        expect("1", "1");
        wire.send("ur" + AT_ONCE);
        expect("4", "1");
    }

    @Test
    void shouldNotKeepRepliesBackBehindAHeadThatDoesNotCome() throws Exception {
        String third = AT_ONCE.substring(0, 20);

        send(AT_ONCE + AT_ONCE + third);

        expect("1", "1");
        wire.send(AT_ONCE.substring(20));
        expect("1");
    }

    @Test
    void shouldAnswerAllBeforeTheConnectionEnds() throws Exception {
        send(AT_ONCE + AT_ONCE.replace("Host:", "Connection: close\r\nHost:") + AT_ONCE);

        expect("1", "1");
        assertThat(wire.isClosedByServer()).isTrue();
    }

    @Test
    void shouldAnswerAllBeforeARequestThatIsNone() throws Exception {
        send(AT_ONCE + AT_ONCE + "NONSENSE\r\n\r\n");

        expect("1", "1");
        assertThat(wire.answer().status()).isEqualTo(400);
    }

    /** The client reads nothing before it has sent all, so that its replies fill all buffers between. */
    @Test
    void shouldAnswerAllThoughTheClientReadsLate() throws Exception {
        int many = 50_000;
        wire = Wire.narrow(front.address());
        Thread sender = new Thread(() -> {
            try {
                for (int i = 0; i < many; i += 100) {
                    wire.send(AT_ONCE.repeat(100));
                }
            } catch (java.io.IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        });
        sender.start();
        for (int i = 0; i < many; i++) {
            expect("1");
        }
        sender.join();
    }
}
