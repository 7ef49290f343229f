package io.mintmark.web.jetty;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.support.Eventually;
import io.mintmark.support.Opened;
import io.mintmark.support.limits.Limits;
import io.mintmark.web.admission.AdmissionControl;
import io.mintmark.web.admission.AdmissionCounts;
import io.mintmark.web.admission.LimitsBuilder;
import io.mintmark.web.http.Reply;
import io.mintmark.web.http.Request;
import io.mintmark.web.http.Router;
import io.mintmark.web.http.SubRequest;
import io.mintmark.web.http.SubRequestDispatch;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** A long reply is made under many permits. Work that waits within it leaves the place of its present permit, once. */
class PermitsOfLongRepliesTest {
    private static final int PLACES = AdmissionControl.places(LimitsBuilder.WIDE.requests()) / 2;
    private static final byte[] PIECE = new byte[16 << 10];

    private final AdmissionCounts counts = new AdmissionCounts();
    private final AtomicInteger begun = new AtomicInteger();
    private final Semaphore held = new Semaphore(0);
    private final Semaphore go = new Semaphore(0);

    @AutoClose
    private final Opened opened = new Opened();

    @AutoClose("shutdownNow")
    private final ExecutorService clients = Executors.newCachedThreadPool();

    private volatile boolean near;

    private HttpFront start() {
        Router router = Fronts.router();
        SubRequestDispatch dispatch = new SubRequestDispatch(router, (request, changes) -> {});
        router.addCostly("GET", "/place/long", any -> true, request -> {
                    begun.incrementAndGet();
                    return Reply.stream(200, out -> part(dispatch, request, out));
                })
                .addCostly("GET", "/place/held", any -> true, request -> hold())
                .addCostly("GET", "/place/free", any -> true, request -> Fronts.json("\"free\""))
                .add("GET", "/place/disk", request -> {
                    request.party().beforeWaiting().run();
                    return hold();
                });
        Limits load = LimitsBuilder.load()
                .requests(400, 2_000, Duration.ofSeconds(60))
                .build();
        return Fronts.start(router, load, counts);
    }

    /** Goes on until somebody wants it to end, and ends with a request that waits for the disk. */
    private boolean part(SubRequestDispatch dispatch, Request request, OutputStream out) throws IOException {
        out.write(PIECE);
        return !near
                || dispatch.answer(request, new SubRequest("GET", "/place/disk", Map.of(), new byte[0]))
                        .writePartTo(out);
    }

    private Reply hold() {
        held.release();
        go.acquireUninterruptibly();
        return Fronts.json("\"done\"");
    }

    private Wire send(HttpFront front, String target) throws IOException {
        return opened.add(Wire.narrow(front.address()).send(Fronts.get(target)));
    }

    @AfterEach
    void end() {
        go.release(1_000);
    }

    /** Makes as many long replies as there are places wait for the disk, each under a later permit than its first. */
    private List<Future<Wire.Answer>> haveLongOnesWait(HttpFront front) throws Exception {
        List<Wire> deaf = new ArrayList<>();
        for (int i = 0; i < PLACES; i++) {
            deaf.add(send(front, "/place/long"));
        }
        Eventually.until(() -> begun.get() == PLACES && counts.working() == 0);
        near = true;
        List<Future<Wire.Answer>> answers = new ArrayList<>();
        for (Wire wire : deaf) {
            answers.add(clients.submit(() -> wire.answer()));
        }
        assertThat(held.tryAcquire(PLACES, 30, TimeUnit.SECONDS)).isTrue();
        return answers;
    }

    @Test
    void shouldLeaveThePlaceOfTheirPresentTurnToOthers() throws Exception {
        try (HttpFront front = start()) {
            List<Future<Wire.Answer>> waiting = haveLongOnesWait(front);

            assertThat(send(front, "/place/free").answer().body()).isEqualTo("\"free\"");

            go.release(PLACES);
            for (Future<Wire.Answer> each : waiting) {
                assertThat(each.get(30, TimeUnit.SECONDS).body()).endsWith("\"done\"");
            }
        }
    }

    @Test
    void shouldLeaveAsManyPlacesAsThereWere() throws Exception {
        try (HttpFront front = start()) {
            List<Future<Wire.Answer>> waiting = haveLongOnesWait(front);
            go.release(PLACES);
            for (Future<Wire.Answer> each : waiting) {
                each.get(30, TimeUnit.SECONDS).expect(200);
            }
            Eventually.until(() -> counts.working() == 0);

            for (int i = 0; i < 3 * PLACES; i++) {
                send(front, "/place/held");
            }

            held.acquire(PLACES);
            Eventually.until(() -> counts.waiting() == 2 * PLACES);
            assertThat(held.tryAcquire()).as("more than there are places").isFalse();
            go.release(3 * PLACES);
        }
    }
}
