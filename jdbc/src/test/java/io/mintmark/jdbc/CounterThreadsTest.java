package io.mintmark.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.Test;

/** Threads are as many as calls at a time, and not as many as counters. */
final class CounterThreadsTest {
    private static final int COUNTERS = 200;

    @Test
    void shouldServeManyCountersOneAfterTheOtherWithFewThreads() {
        List<JdbcCounter> counters = new ArrayList<>();
        for (int i = 0; i < COUNTERS; i++) {
            JdbcRanges own = JdbcRanges.over("jdbc:h2:mem:threads;DB_CLOSE_DELAY=-1", new Properties());
            counters.add(own.counter("counter" + i).build());
        }
        for (JdbcCounter counter : counters) {
            assertThat(counter.reserve(10).low()).isEqualTo(1);
        }

        // A call may hand its thread back a moment after its result; threads of other tests end within a second.
        assertThat(threads()).isLessThan(COUNTERS / 4);
    }

    private static long threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("mintmark-jdbc"))
                .count();
    }
}
