package io.mintmark.server.log;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** What the log gets of failures, however many there are. */
class IncidentsTest {
    private final Logger logger = (Logger) LoggerFactory.getLogger("IncidentsTest");
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();
    private final AtomicLong nanos = new AtomicLong();
    private final Incidents incidents = new Incidents(logger, nanos::get);

    @BeforeEach
    void listen() {
        log.start();
        logger.addAppender(log);
        logger.setAdditive(false);
    }

    @AfterEach
    void leave() {
        boolean ignored = logger.detachAppender(log);
    }

    private List<String> lines() {
        return log.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
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
        assertThat(log.list)
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
