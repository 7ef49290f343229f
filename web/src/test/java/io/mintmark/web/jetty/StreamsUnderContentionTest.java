package io.mintmark.web.jetty;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.support.Eventually;
import io.mintmark.support.limits.Limits;
import io.mintmark.web.admission.AdmissionCounts;
import io.mintmark.web.admission.LimitsBuilder;
import io.mintmark.web.http.Reply;
import io.mintmark.web.http.Router;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Long replies whose pieces are made in many turns by many threads must arrive as one. */
class StreamsUnderContentionTest {
    private static final int PARTS = 3_000;

    private final AdmissionCounts counts = new AdmissionCounts();

    private static byte[] part(String name, int number) {
        return (name + "-" + number + ",").repeat(20).getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] whole(String name) {
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        for (int i = 0; i < PARTS; i++) {
            whole.writeBytes(part(name, i));
        }
        return whole.toByteArray();
    }

    private HttpFront start() {
        Router router = Fronts.router().add("GET", "/parts/{name}", request -> {
            AtomicInteger next = new AtomicInteger();
            String name = request.pathPart("name");
            return Reply.stream(200, out -> {
                out.write(part(name, next.getAndIncrement()));
                return next.get() < PARTS;
            });
        });
        Limits load =
                LimitsBuilder.load().requests(6, 1000, Duration.ofSeconds(60)).build();
        return Fronts.start(router, load, counts);
    }

    @Test
    void shouldArriveWholeAndInOrder() throws Exception {
        ExecutorService clients = Executors.newCachedThreadPool();
        try (HttpFront front = start()) {
            List<Future<Void>> all = new ArrayList<>();
            for (int c = 0; c < 24; c++) {
                String name = "client" + c;
                String from = "127.0.0." + (1 + c % 4);
                all.add(clients.submit((Callable<Void>) () -> {
                    ask(front, from, name);
                    return null;
                }));
            }
            for (Future<Void> each : all) {
                each.get(60, TimeUnit.SECONDS);
            }
            Eventually.until(() -> counts.working() == 0 && counts.waiting() == 0 && counts.memoryBytes() == 0);
        } finally {
            clients.shutdownNow();
        }
    }

    private static void ask(HttpFront front, String from, String name) throws IOException {
        byte[] expected = whole(name);
        try (Wire wire = Wire.from(from, front.address())) {
            for (int i = 0; i < 20; i++) {
                Wire.Answer answer =
                        wire.send(Fronts.get("/parts/" + name)).answer().expect(200);
                assertThat(answer.bytes()).isEqualTo(expected);
            }
        }
    }
}
