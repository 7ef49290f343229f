package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.server.TestServer.Answer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Test;

/** No number is given twice, whoever asks at the same time and by whichever route. */
class PlainConnectionsTest extends OverHttp {
    private static final int CONNECTIONS = 64;
    private static final int CALLS = 40;

    /** Calls in turn by each of the routes that draw, and returns what was drawn. */
    private List<Long> draw(int connection, LongFunction<Long> hearing) {
        List<Long> drawn = new ArrayList<>();
        for (int call = 0; call < CALLS; call++) {
            int turn = (connection + call) % 4;
            if (turn == 0) {
                add(drawn, next("tag=orders"), "Low", "High", hearing);
            } else if (turn == 1) {
                Answer range = server.post("/v1/shop/counters/orders/ranges?count=5", "");
                add(drawn, range.expect(201), "first", "last", hearing);
            } else {
                String count = turn == 2 ? "" : "?count=3";
                Answer ids =
                        server.post("/v1/shop/counters/orders/next" + count, "").expect(200);
                add(drawn, ids, "number", turn == 2 ? "number" : "last", hearing);
            }
        }
        return drawn;
    }

    private static void add(List<Long> drawn, Answer answer, String first, String last, LongFunction<Long> hearing) {
        for (long number = answer.number(first); number <= answer.number(last); number++) {
            drawn.add(hearing.apply(number));
        }
    }

    /** Returns the numbers that were given more than once. */
    private Set<Long> repeated(LongFunction<Long> hearing) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(CONNECTIONS);
        try {
            List<Future<List<Long>>> all = new ArrayList<>();
            for (int i = 0; i < CONNECTIONS; i++) {
                int connection = i;
                all.add(threads.submit(() -> draw(connection, hearing)));
            }
            Set<Long> seen = new TreeSet<>();
            Set<Long> repeated = new TreeSet<>();
            for (Future<List<Long>> each : all) {
                each.get().stream().filter(number -> !seen.add(number)).forEach(repeated::add);
            }
            assertThat(seen).hasSizeGreaterThan(CONNECTIONS * CALLS);
            return repeated;
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void shouldNeverGiveANumberTwice() throws Exception {
        assertThat(repeated(number -> number)).isEmpty();
    }

    /** The broken twin: a door that says one number less for every hundredth. */
    @Test
    void shouldNoticeANumberThatIsGivenTwice() throws Exception {
        assertThat(repeated(number -> number % 100 == 0 ? number - 1 : number)).isNotEmpty();
    }
}
