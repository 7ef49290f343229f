package io.mintmark.web.jetty.input;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The last frame of a WebSocket has room for 123 bytes of reason. */
class CloseReasonTest {
    @Test
    void shouldKeepWhatFits() {
        assertThat(CloseReason.of("")).isEmpty();
        assertThat(CloseReason.of("x".repeat(123))).isEqualTo("x".repeat(123));
        assertThat(CloseReason.of("ä".repeat(61))).isEqualTo("ä".repeat(61));
    }

    @Test
    void shouldKeepWholeSentencesThatFit() {
        String reason = "It ended. Begin anew.";

        assertThat(CloseReason.of(reason + " " + "Its name is long".repeat(20) + "."))
                .isEqualTo(reason);
        assertThat(CloseReason.of("It ended. Version 1.2 is " + "long".repeat(40) + ". End."))
                .isEqualTo("It ended.");
    }

    @Test
    void shouldCutASentenceThatIsTooLong() {
        for (String one : new String[] {"x", "ä", "漢", "😀", "x😀"}) {
            String reason = CloseReason.of(one.repeat(200));

            assertThat(reason).endsWith("…");
            assertThat(reason.getBytes(UTF_8)).hasSizeBetween(118, 123);
            assertThat(reason.chars().filter(c -> c == '?' || c == 0xFFFD)).isEmpty();
            assertThat(new String(reason.getBytes(UTF_8), UTF_8)).isEqualTo(reason);
        }
    }
}
