package io.mintmark.web.jetty;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.protocol.ErrorType;
import io.mintmark.support.Eventually;
import io.mintmark.web.admission.AdmissionCounts;
import io.mintmark.web.admission.LimitsBuilder;
import io.mintmark.web.http.ApiException;
import io.mintmark.web.http.LaterReply;
import io.mintmark.web.http.Reply;
import io.mintmark.web.http.Router;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A reply that is on its way: who waits for it, what holds it up, and what is told when there is none. */
class LaterReplyTest {
    private static final CompletableFuture<Void> SETTLED = CompletableFuture.completedFuture(null);
    /** What the test settles when it likes. */
    private final Queue<CompletableFuture<Void>> unsettled = new ConcurrentLinkedQueue<>();

    private final AtomicInteger made = new AtomicInteger();
    private final AtomicInteger waiting = new AtomicInteger();
    private final CompletableFuture<Void> released = new CompletableFuture<>();
    private final AdmissionCounts counts = new AdmissionCounts();

    @AutoClose
    private HttpFront front;

    @BeforeEach
    void start() {
        Router router = Fronts.router()
                .add("GET", "/later", request -> later(this::next))
                .add("GET", "/at-once", request -> Fronts.later(SETTLED, this::next))
                .add("GET", "/waits", request -> {
                    waiting.incrementAndGet();
                    released.join();
                    return next();
                })
                .add("GET", "/refused", request -> later(LaterReplyTest::refuse))
                .add("GET", "/broken", request -> later(LaterReplyTest::fail))
                .add("GET", "/laborious", request -> later(this::labour).costly());
        front = Fronts.start(router, LimitsBuilder.load().build(), counts);
    }

    private LaterReply later(Supplier<Reply> reply) {
        CompletableFuture<Void> settled = new CompletableFuture<>();
        unsettled.add(settled);
        return Fronts.later(settled, reply);
    }

    private Reply next() {
        return Fronts.json(Integer.toString(made.incrementAndGet()));
    }

    private Reply labour() {
        waiting.incrementAndGet();
        released.join();
        return next();
    }

    private static Reply refuse() {
        throw new ApiException(ErrorType.CONCURRENCY, "somebody was first");
    }

    private static Reply fail() {
        throw new IllegalStateException("secret detail");
    }

    private void settleAll() {
        for (CompletableFuture<Void> each = unsettled.poll(); each != null; each = unsettled.poll()) {
            each.complete(null);
        }
    }

    /** Returns how many platform threads wait for a reply; those that are idle do not count. */
    private static long threadsThatWait() {
        return Thread.getAllStackTraces().values().stream()
                .filter(stack -> Arrays.stream(stack)
                        .anyMatch(frame -> frame.getClassName().equals(LaterReply.class.getName())
                                && frame.getMethodName().equals("await")))
                .count();
    }

    @Test
    void shouldHoldNoPlatformThreadWhileItIsOnItsWay() throws Exception {
        int many = 100;
        List<Wire> wires = new ArrayList<>();
        try {
            for (int i = 0; i < many; i++) {
                wires.add(Wire.to(front.address()).send(Fronts.get("/later")));
            }
            Eventually.until(() -> unsettled.size() == many);

            assertThat(threadsThatWait()).isZero();
            assertThat(counts.working()).as("all of them are at work").isEqualTo(many);
            settleAll();
            for (Wire wire : wires) {
                wire.answer().expect(200);
            }
            Eventually.until(() -> counts.working() == 0);
            assertThat(made).hasValue(many);
        } finally {
            for (Wire wire : wires) {
                wire.close();
            }
        }
    }

    @Test
    void shouldTakeTheNextRequestOfTheConnectionAfterIt() throws Exception {
        try (Wire wire = Wire.to(front.address())) {
            for (int i = 1; i <= 20; i++) {
                wire.send(Fronts.get("/later"));
                Eventually.until(() -> !unsettled.isEmpty());
                settleAll();
                assertThat(wire.answer().body()).isEqualTo(Integer.toString(i));
            }
            // Two at once: the second one is not begun before the first one is answered.
            wire.send(Fronts.get("/later") + Fronts.get("/later"));
            for (int i = 0; i < 2; i++) {
                Eventually.until(() -> !unsettled.isEmpty());
                assertThat(unsettled).hasSize(1);
                unsettled.remove().complete(null);
            }
            assertThat(wire.answer().body()).isEqualTo("21");
            assertThat(wire.answer().body()).isEqualTo("22");
        }
    }

    /** One thread settles and sends the replies of many; the next request of one of their connections must not keep it. */
    @Test
    void shouldNotHoldUpWhoSettlesItWithTheNextRequestOfTheConnection() throws Exception {
        try (Wire first = Wire.to(front.address()).send(Fronts.get("/later") + Fronts.get("/waits"));
                Wire second = Wire.to(front.address()).send(Fronts.get("/later") + Fronts.get("/waits"))) {
            Eventually.until(() -> unsettled.size() == 2);

            CompletableFuture.runAsync(this::settleAll).get(10, TimeUnit.SECONDS);

            Eventually.until(() -> waiting.get() == 2);
            assertThat(made).hasValue(2);
            released.complete(null);
            assertThat(List.of(first.answer().status(), first.answer().status()))
                    .containsOnly(200);
            assertThat(List.of(second.answer().status(), second.answer().status()))
                    .containsOnly(200);
        }
        Eventually.until(() -> counts.working() == 0);
    }

    @Test
    void shouldNotKeepSmallRepliesWaitingForOneThatIsWorkToMake() throws Exception {
        try (Wire laborious = Wire.to(front.address()).send(Fronts.get("/laborious"))) {
            Eventually.until(() -> unsettled.size() == 1);
            try (Wire small = Wire.to(front.address()).send(Fronts.get("/later"))) {
                Eventually.until(() -> unsettled.size() == 2);

                CompletableFuture.runAsync(this::settleAll).get(10, TimeUnit.SECONDS);

                assertThat(small.answer().body()).isEqualTo("1");
            }
            Eventually.until(() -> waiting.get() == 1);
            assertThat(counts.working()).as("its own turn goes on").isEqualTo(1);
            released.complete(null);
            assertThat(laborious.answer().body()).isEqualTo("2");
        }
        Eventually.until(() -> counts.working() == 0);
    }

    @Test
    void shouldBeSentAtOnceIfItIsThereAlready() throws Exception {
        assertThat(Wire.ask(front.address(), Fronts.get("/at-once")).body()).isEqualTo("1");
        Eventually.until(() -> counts.working() == 0);
    }

    @Test
    void shouldTellWhyThereIsNone() throws Exception {
        try (Wire refused = Wire.to(front.address()).send(Fronts.get("/refused"));
                Wire broken = Wire.to(front.address()).send(Fronts.get("/broken"))) {
            Eventually.until(() -> unsettled.size() == 2);
            settleAll();

            Wire.Answer refusal = refused.answer();
            assertThat(refusal.status()).isEqualTo(ErrorType.CONCURRENCY.status());
            assertThat(refusal.body()).contains("somebody was first");
            Wire.Answer failure = broken.answer().expect(500);
            assertThat(failure.body()).contains("incident").doesNotContain("secret detail");
        }
        Eventually.until(() -> counts.working() == 0);
    }

    @Test
    void shouldTranslateItsFailuresAndTellHowItEnded() {
        List<String> ends = new ArrayList<>();
        LaterReply later = Fronts.later(SETTLED, LaterReplyTest::fail)
                .translatingFailures(e -> new IllegalArgumentException(e.getMessage() + " translated"))
                .whenEnded(failure -> ends.add(String.valueOf(failure)));

        later.whenSettled(() -> {
            try {
                Reply ignored = later.await();
            } catch (IllegalArgumentException e) {
                ends.add("thrown");
            }
        });

        assertThat(ends).hasSize(2).last().isEqualTo("thrown");
        assertThat(ends.get(0)).contains("secret detail translated");
    }
}
