package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** A server that is closed by several: by a program, say, and by its hook for the end of the process. */
class ClosedTwiceTest {
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();
    private final Logger logger = (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);

    @BeforeEach
    void listen() {
        log.start();
        logger.addAppender(log);
    }

    @AfterEach
    void listenNoMore() {
        logger.detachAppender(log);
    }

    @Test
    void shouldCloseOnceAndSayNothingOfFurtherCalls(@TempDir Path directory) throws InterruptedException {
        MintmarkServer server =
                MintmarkServer.start(ServerSettings.builder(directory).port(0).build());
        Thread other = new Thread(server::close);
        other.start();
        server.close();
        other.join();
        server.close();

        assertThat(log.list)
                .filteredOn(event -> event.getLevel().isGreaterOrEqual(Level.WARN))
                .isEmpty();
        MintmarkServer.start(ServerSettings.builder(directory).port(0).build()).close();
    }
}
