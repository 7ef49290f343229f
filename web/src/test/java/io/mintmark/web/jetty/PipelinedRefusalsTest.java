package io.mintmark.web.jetty;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.support.Eventually;
import io.mintmark.support.limits.Limits;
import io.mintmark.web.admission.AdmissionCounts;
import io.mintmark.web.admission.LimitsBuilder;
import io.mintmark.web.http.Reply;
import io.mintmark.web.http.Request;
import io.mintmark.web.http.Router;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;

/** Refusals to a client that sends on without waiting for them must not keep the thread that all others wait for. */
class PipelinedRefusalsTest {
    private static final int MANY = 6;

    private final Semaphore held = new Semaphore(0);
    private final Semaphore go = new Semaphore(0);
    private final AdmissionCounts counts = new AdmissionCounts();
    /**
     * Whether each refusal was sent within the loop that reads and answers one request of a connection after
     * another.
     */
    private final List<Boolean> withinTheLoop = Collections.synchronizedList(new ArrayList<>());

    private HttpFront start() {
        Router router = Fronts.router().add("GET", "/held", request -> {
            held.release();
            go.acquireUninterruptibly();
            return Fronts.json("\"done\"");
        });
        Limits load =
                LimitsBuilder.load().requests(1, 1, Duration.ofSeconds(30)).build();
        HttpSettings settings = new HttpSettings("127.0.0.1", 0, load, Set.of());
        return HttpFront.start(settings, router, (request, changes) -> {}, this::seen, counts, Duration.ofSeconds(5));
    }

    private Reply seen(Request request, Reply reply) {
        if (reply.status() == 503) {
            withinTheLoop.add(StackWalker.getInstance()
                    .walk(frames ->
                            frames.anyMatch(frame -> frame.getMethodName().equals("onFillable"))));
        }
        return reply;
    }

    /** Asks for more than can be answered, by one connection, while others have all there is. */
    private void ask(boolean allAtOnce) throws Exception {
        try (HttpFront front = start();
                Wire busy = Wire.to(front.address()).send(Fronts.get("/held"));
                Wire waiting = Wire.to(front.address());
                Wire wire = Wire.to(front.address())) {
            held.acquire();
            waiting.send(Fronts.get("/held"));
            Eventually.until(() -> counts.waiting() == 1);

            if (allAtOnce) {
                wire.send(Fronts.get("/held").repeat(MANY));
            }
            for (int i = 0; i < MANY; i++) {
                if (!allAtOnce) {
                    wire.send(Fronts.get("/held"));
                }
                wire.answer().expect(503);
            }

            go.release(2);
            busy.answer().expect(200);
            waiting.answer().expect(200);
        } finally {
            go.release(2);
        }
    }

    @Test
    void shouldSendTheSecondAndTheFollowingElsewhereWhenRequestsComeAllAtOnce() throws Exception {
        ask(true);

        assertThat(withinTheLoop).containsExactly(true, false, false, false, false, false);
    }

    @Test
    void shouldWakeNoOtherThreadForAClientThatWaitsForItsAnswers() throws Exception {
        ask(false);

        assertThat(withinTheLoop).hasSize(MANY).containsOnly(true);
    }
}
