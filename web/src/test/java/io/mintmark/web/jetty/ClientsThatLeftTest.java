package io.mintmark.web.jetty;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.support.Eventually;
import io.mintmark.web.http.Request;
import io.mintmark.web.http.Router;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** While a request waits, its client may leave, or send on: the first is noticed, and of the second nothing is lost. */
@Timeout(60)
class ClientsThatLeftTest {
    private final Queue<Request> waiting = new ConcurrentLinkedQueue<>();
    private final CompletableFuture<Void> settled = new CompletableFuture<>();

    @AutoClose
    private HttpFront front;

    @BeforeEach
    void start() {
        Router router = Fronts.router().add("POST", "/waits", request -> {
            waiting.add(request);
            return Fronts.later(settled, () -> Fronts.json("\"waited\""));
        });
        front = Fronts.start(router);
    }

    @AfterEach
    void stop() {
        settled.complete(null);
    }

    private static String waits() {
        return Fronts.post("/waits", "Content-Length: 3\r\n", "abc");
    }

    private Request waiting() {
        Eventually.until(() -> !waiting.isEmpty());
        return waiting.remove();
    }

    @Test
    void shouldNoticeThatAClientLeft() throws Exception {
        Request request;
        try (Wire wire = Wire.to(front.address()).send(waits())) {
            request = waiting();
            assertThat(request.hasLeft()).isFalse();
        }

        Eventually.until(request::hasLeft);
    }

    @Test
    void shouldLoseNothingOfWhatAClientSendsMeanwhile() throws Exception {
        try (Wire wire = Wire.to(front.address()).send(waits())) {
            Request request = waiting();
            // One request and the beginning of another, then its rest and more than is looked at.
            String rest = Fronts.post("/size", "Content-Length: 70000\r\n", "x".repeat(70_000));
            wire.send(Fronts.get("/seen/one") + rest.substring(0, 20));
            look(request);
            wire.send(rest.substring(20));
            look(request);
            assertThat(request.hasLeft()).isFalse();

            settled.complete(null);

            assertThat(wire.answer().body()).isEqualTo("\"waited\"");
            assertThat(wire.answer().body()).contains("/seen/one");
            assertThat(wire.answer().body()).isEqualTo("70000");
            wire.send(Fronts.get("/seen/two"));
            assertThat(wire.answer().body()).contains("/seen/two");
        }
    }

    @Test
    void shouldLookAtNothingOnceTheAnswerIsOnItsWay() throws Exception {
        try (Wire wire = Wire.to(front.address()).send(waits())) {
            Request request = waiting();
            settled.complete(null);
            wire.answer().expect(200);
            for (int i = 0; i < 50; i++) {
                wire.send(Fronts.get("/seen/" + i));
                assertThat(request.hasLeft()).isFalse();
                assertThat(wire.answer().body()).contains("/seen/" + i);
            }
        }
    }

    /** What was sent may come a moment later. */
    private static void look(Request request) {
        for (int i = 0; i < 20; i++) {
            assertThat(request.hasLeft()).isFalse();
            Eventually.pass(1);
        }
    }
}
