package io.mintmark.encoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class Crockford32Test {
    private static final String DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

    @ParameterizedTest
    @CsvSource({
        "1234, 16JD",
        "32, 10*",
        "33, 11~",
        "34, 12$",
        "35, 13=",
        "36, 14U",
        "0, 00",
        "14150009200065, CVT74B7E1Z",
        "9007199254740991, 7ZZZZZZZZZZH",
        "9223372036854775807, 7ZZZZZZZZZZZZ5",
    })
    void shouldAppendAndCheckTheSymbol(long number, String text) {
        assertThat(Crockford32.encodeChecked(number)).isEqualTo(text);
        assertThat(Crockford32.decodeChecked(text)).isEqualTo(number);
    }

    @Test
    void shouldReadCheckSymbolsAsPeopleTypeThem() {
        assertThat(Crockford32.decodeChecked("14u")).isEqualTo(36);
        assertThat(Crockford32.decodeChecked("16jd")).isEqualTo(1234);
        assertThat(Crockford32.decodeChecked("lI")).isEqualTo(1);
        assertThat(Crockford32.decodeChecked("OO")).isZero();
    }

    @ParameterizedTest
    @CsvSource({"16JE", "''", "D", "16J", "16J-", "16JD*", "14V", "1 4U"})
    void shouldRefuseWrongSymbolsAndNone(String text) {
        assertThatThrownBy(() -> Crockford32.decodeChecked(text)).isInstanceOf(InvalidTextException.class);
    }

    @Test
    void shouldNoticeEveryWrongDigitAndEverySwapOfNeighbours() {
        SplittableRandom random = new SplittableRandom(37);
        for (int round = 0; round < 300; round++) {
            String text = Crockford32.encodeChecked(random.nextLong(1L << 55));
            for (int at = 0; at < text.length() - 1; at++) {
                for (char digit : DIGITS.toCharArray()) {
                    requireNoticed(text, text.substring(0, at) + digit + text.substring(at + 1));
                }
                if (at < text.length() - 2) {
                    requireNoticed(
                            text,
                            text.substring(0, at) + text.charAt(at + 1) + text.charAt(at) + text.substring(at + 2));
                }
            }
        }
    }

    private static void requireNoticed(String right, String wrong) {
        if (!wrong.equals(right)) {
            assertThatThrownBy(() -> Crockford32.decodeChecked(wrong)).isInstanceOf(InvalidTextException.class);
        }
    }

    @Test
    void shouldBoundTheWholeTextWithItsCheckSymbol() {
        assertThat(Crockford32.decodeChecked("0".repeat(60) + "16JD")).isEqualTo(1234);
        assertThatThrownBy(() -> Crockford32.decodeChecked("0".repeat(61) + "16JD"))
                .isInstanceOf(InvalidTextException.class)
                .hasMessageContaining("at most 64 characters");
    }
}
