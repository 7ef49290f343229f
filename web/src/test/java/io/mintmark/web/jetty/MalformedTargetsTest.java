package io.mintmark.web.jetty;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.mintmark.support.RecordedLog;
import java.io.IOException;
import java.net.Socket;
import java.util.List;
import java.util.Random;
import org.eclipse.jetty.util.HostPort;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Targets that cannot be read are their sender's error, of which the log has nothing. */
@Timeout(30)
class MalformedTargetsTest {
    @AutoClose
    private final RecordedLog log = RecordedLog.ofAll();

    @AutoClose
    private final HttpFront front = Fronts.start(Fronts.router());

    private static final List<String> METHODS =
            List.of("GET", "POST", "HEAD", "OPTIONS", "TRACE", "CONNECT", "PRI", "get", "G%20T");

    /** What targets are made of, and what they must not have. */
    private static final List<String> PIECES = List.of(
            "/",
            "//",
            "seen",
            ".",
            "..",
            "%2e",
            "%2F",
            "%5c",
            "\\",
            ";",
            ";a=b",
            "?",
            "#",
            "%",
            "%zz",
            "%00",
            "%ff",
            "%C0%AF",
            "%u0041",
            "*",
            "@",
            ":",
            ":99999",
            ":x",
            "[",
            "]",
            "[::1]",
            "http:",
            "https://",
            "ws://",
            "://",
            "a",
            "localhost",
            "\u00e9",
            "\u0080",
            "\"",
            "<",
            "|",
            "{",
            "}",
            "^",
            "`",
            "~",
            "+",
            "&",
            "=",
            ",",
            "$",
            "!",
            "\t",
            "\u0001",
            "\u007f");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CONNECT localhost:80",
                "CONNECT localhost",
                "CONNECT /",
                "GET http://localhost",
                "GET http://localhost?x",
                "GET ?x",
                "GET localhost:80",
                "GET x",
                "GET #",
                "GET /#a",
                "OPTIONS *",
                "GET //",
                "GET ///..//",
                "GET /\\..\\",
                "GET https://localhost/",
                "GET ://",
                "GET http:",
                "GET http://",
                "GET http:///x",
                "PRI *"
            })
    void shouldAnswerEveryFormOfTargetWithoutAWord(String line) throws IOException {
        assertThat(answerTo(line)).startsWith("HTTP/1.1 ").doesNotStartWith("HTTP/1.1 5");
        assertNothingTold(line);
    }

    @Test
    void shouldAnswerWhateverATargetIsMadeOf() throws IOException {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int i = 0; i < 2_000; i++) {
            StringBuilder line = new StringBuilder(METHODS.get(random.nextInt(METHODS.size()))).append(' ');
            for (int k = random.nextInt(8); k >= 0; k--) {
                line.append(PIECES.get(random.nextInt(PIECES.size())));
            }
            String told = "seed " + seed + ": " + line;
            assertThat(answerTo(line.toString())).as(told).doesNotStartWith("HTTP/1.1 5");
            assertNothingTold(told);
        }
    }

    private String answerTo(String methodAndTarget) throws IOException {
        try (Socket socket =
                new Socket(front.address().getHostString(), front.address().getPort())) {
            socket.getOutputStream()
                    .write((methodAndTarget + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                            .getBytes(ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
        }
    }

    /** Neither a warning nor a stack of whatever level, but for what the command line never shows of Jetty's parser. */
    private void assertNothingTold(String what) {
        assertThat(log.events().stream()
                        .filter(event -> event.getThrowableProxy() != null
                                || (event.getLevel().isGreaterOrEqual(Level.WARN)
                                        && !event.getLoggerName().equals(HostPort.class.getName()))))
                .as(what)
                .isEmpty();
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

        assertThat(log.events().stream().filter(event -> event.getLevel().isGreaterOrEqual(Level.WARN)))
                .isEmpty();
    }
}
