package io.mintmark.server.jetty;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import java.net.Socket;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** Targets that cannot be read are their sender's error, of which the log has nothing. */
@Timeout(30)
class MalformedTargetsTest {
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();
    private final Logger root = (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);
    private HttpFront front;

    @BeforeEach
    void begin() {
        log.start();
        root.addAppender(log);
        front = Fronts.start(Fronts.router());
    }

    @AfterEach
    void end() {
        front.close();
        root.detachAppender(log);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/seen/docs?id=%",
                "/seen/docs?id=%zz",
                "/seen/docs?%69%64=%2525%25%",
                "/seen/docs?id=%c0%af%c0%ae",
                "/seen/%c0%af",
                "/seen/%",
                "/seen/%zz",
                "/seen/%u0041%u",
                "/seen/docs%2f..%2f..%2fadmin",
                "/seen/%2e%2e/admin",
                "/../../admin",
                "/seen/;a=b/..;/x",
                "//x//y",
                "http://[::1/x",
                "http://a:b:c/x",
                "*",
                "/seen/\u007f",
                "/seen/%00"
            })
    void shouldAnswerEachTimeWithoutAWord(String target) throws IOException {
        try (Socket socket =
                new Socket(front.address().getHostString(), front.address().getPort())) {
            socket.getOutputStream()
                    .write(("GET " + target + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                            .getBytes(US_ASCII));
            assertThat(new String(socket.getInputStream().readAllBytes(), US_ASCII))
                    .startsWith("HTTP/1.1 ")
                    .doesNotStartWith("HTTP/1.1 5");
        }

        assertThat(List.copyOf(log.list).stream()
                        .filter(event -> event.getLevel().isGreaterOrEqual(Level.WARN)))
                .isEmpty();
    }
}
