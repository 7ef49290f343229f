package io.mintmark.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the log gets of failures, however many there are. */
class IncidentsTest {
    @AutoClose
    private final RecordedLog log = RecordedLog.of("IncidentsTest");

    private final AtomicLong nanos = new AtomicLong();
    private final Incidents incidents = new Incidents(log.logger(), nanos::get);

    @BeforeEach
    void listen() {
        log.logger().setAdditive(false);
    }

    private List<String> lines() {
        return log.lines();
    }

    private static IllegalStateException oneKind() {
        return new IllegalStateException("one");
    }

    private static IllegalStateException anotherKind() {
        return new IllegalStateException("another");
    }

    @Test
    void shouldLogAKindOnceASecondWithItsNumber() {
        for (int i = 0; i < 1_000; i++) {
            assertThat(incidents.add("answering /a", oneKind())).isEqualTo(1);
        }
        nanos.addAndGet(TimeUnit.SECONDS.toNanos(1));
        assertThat(incidents.add("answering /b", oneKind())).isEqualTo(2);
        nanos.addAndGet(TimeUnit.SECONDS.toNanos(1));
        assertThat(incidents.add("answering /c", oneKind())).isEqualTo(3);

        assertThat(lines())
                .containsExactly(
                        "incident 1 while answering /a",
                        "incident 2 while answering /b; 999 more like it came since incident 1",
                        "incident 3 while answering /c");
        assertThat(log.events())
                .allSatisfy(event -> assertThat(event.getThrowableProxy()).isNotNull());
    }

    @Test
    void shouldLogEachKindByItself() {
        assertThat(incidents.add("answering /a", oneKind())).isEqualTo(1);
        assertThat(incidents.add("answering /a", anotherKind())).isEqualTo(2);
        assertThat(incidents.add("answering /a", new StackOverflowError())).isEqualTo(3);
        assertThat(incidents.add("answering /a", new StackOverflowError())).isEqualTo(3);
        assertThat(incidents.add("answering /a", oneKind())).isEqualTo(1);

        assertThat(lines()).hasSize(3);
    }
}
