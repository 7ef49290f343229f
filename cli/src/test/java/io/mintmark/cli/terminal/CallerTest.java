package io.mintmark.cli.terminal;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What answers a command asks for, and never comes. Without a bound the test would not end. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CallerTest {
    private static final String HEAD =
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{";

    @Test
    void shouldGiveUpAServerThatSendsAHeadAndNothingElse() throws Exception {
        try (SilentServer server = new SilentServer(HEAD)) {
            Caller caller = server.caller(Duration.ofSeconds(5));

            assertThatThrownBy(() -> caller.send(caller.request("/").GET().build(), BodyHandlers.ofString()))
                    .isInstanceOf(HttpTimeoutException.class)
                    .hasMessage("it began to answer, and did not end within 5 s");
        }
    }
}
