package io.mintmark.web.jetty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.mintmark.internal.Uninterruptibly;
import io.mintmark.support.Eventually;
import io.mintmark.web.http.Reply;
import io.mintmark.web.http.Router;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(50)
class PatienceTest {
    @Test
    void answersOthersWhileMoreSlowSendersThanThreadsDribble() throws Exception {
        int senders = 300;
        List<Wire> slow = new ArrayList<>();
        try (HttpFront front = Fronts.start(Fronts.router())) {
            for (int i = 0; i < senders; i++) {
                slow.add(Wire.to(front.address()).send(Fronts.post("/size", "Content-Length: 3\r\n", "a")));
            }
            for (int round = 0; round < 20; round++) {
                Wire.ask(front.address(), Fronts.get("/ping")).expect(200);
            }
            for (int b = 0; b < 2; b++) {
                for (Wire wire : slow) {
                    wire.send("b");
                }
            }

            for (Wire wire : slow) {
                assertThat(wire.answer().body()).isEqualTo("3");
                wire.close();
            }
        }
    }

    @Test
    void refusesBodyThatStopsComingWithoutSendingTheClientElsewhere() throws Exception {
        try (HttpFront front = Fronts.start(Fronts.router(), Fronts.USUAL, Fronts.patience(200, 5000));
                Wire wire = Wire.to(front.address())) {
            Wire.Answer refused = wire.send(Fronts.post("/size", "Content-Length: 3\r\n", "a"))
                    .answer();

            refused.expect(400);
            assertThat(refused.body()).contains("nothing arrived for too long");
            assertThat(wire.isClosedByServer()).isTrue();
        }
    }

    @Test
    void answersLongReplyAfterBodyThatCameInPieces() throws Exception {
        Router router = new Router().add("POST", "/long", request -> {
            AtomicInteger left = new AtomicInteger(2000);
            return Reply.stream(200, out -> {
                out.write(new byte[4096]);
                return left.decrementAndGet() > 0;
            });
        });
        try (HttpFront front = Fronts.start(router);
                Wire wire = Wire.to(front.address())) {
            wire.send(Fronts.post("/long", "Content-Length: 3\r\n", "a"));
            Eventually.pass(100);

            assertThat(wire.send("bc").answer().bytes()).hasSize(2000 * 4096);
        }
    }

    @Test
    void answersAcceptedRequestBeforeItCloses() throws Exception {
        CountDownLatch running = new CountDownLatch(1);
        Router router = new Router().add("GET", "/slow", request -> {
            running.countDown();
            Eventually.pass(1500);
            return Fronts.json("\"done\"");
        });
        HttpFront front = Fronts.start(router);
        try (Wire wire = Wire.to(front.address()).send(Fronts.get("/slow"))) {
            assertThat(running.await(10, TimeUnit.SECONDS)).isTrue();

            CompletableFuture<Void> closed = CompletableFuture.runAsync(front::close);

            assertThat(wire.answer().body()).isEqualTo("\"done\"");
            closed.get(10, TimeUnit.SECONDS);
            assertThatExceptionOfType(IOException.class).isThrownBy(() -> Wire.to(front.address()));
        }
    }

    @Test
    void closesSoonWhenOnlyIdleConnectionsAreLeft() throws Exception {
        HttpFront front = Fronts.start(Fronts.router(), Fronts.USUAL, Fronts.patience(3_600_000, 3_600_000));
        try (Wire wire = Wire.to(front.address())) {
            wire.send(Fronts.get("/ping")).answer();

            // It has an hour.
            front.close();

            assertThat(wire.isClosedByServer()).isTrue();
        }
    }

    @Test
    void closesAlthoughAnAnswerTakesTooLong() throws Exception {
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        AtomicBoolean ended = new AtomicBoolean();
        Router router = new Router().add("GET", "/stuck", request -> {
            running.countDown();
            Uninterruptibly.run(() -> ended.set(never.await(60, TimeUnit.SECONDS)));
            return Reply.empty(204);
        });
        HttpFront front = Fronts.start(router, Fronts.USUAL, Fronts.patience(60_000, 500));
        try (Wire wire = Wire.to(front.address()).send(Fronts.get("/stuck"))) {
            assertThat(running.await(10, TimeUnit.SECONDS)).isTrue();

            front.close();

            assertThat(ended).as("it was not waited for").isFalse();
        }
        never.countDown();
    }
}
