package io.mintmark.encoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class NumberTextTest {
    private static final String TOO_LARGE_BY_ONE_BASE36 = "1Y2P0IJ32E8E8";

    @ParameterizedTest
    @CsvSource({
        "CROCKFORD32, 0, 0",
        "CROCKFORD32, 1234, 16J",
        "CROCKFORD32, 32, 10",
        "CROCKFORD32, 36, 14",
        "CROCKFORD32, 14150009200065, CVT74B7E1",
        "CROCKFORD32, 9007199254740991, 7ZZZZZZZZZZ",
        "CROCKFORD32, 9223372036854775807, 7ZZZZZZZZZZZZ",
        "BASE36, 35, z",
        "BASE36, 9223372036854775807, 1y2p0ij32e8e7",
        "BASE62, 10, A",
        "BASE62, 61, z",
        "BASE62, 62, 10",
        "BASE62, 9223372036854775807, AzL8n0Y58m7",
    })
    void shouldWriteAndReadKnownNumbers(NumberText form, long number, String text) {
        assertThat(form.encode(number)).isEqualTo(text);
        assertThat(form.decode(text)).isEqualTo(number);
    }

    @Test
    void shouldNeedTheCharactersItsDocumentationSays() {
        assertThat(NumberText.CROCKFORD32.width()).isEqualTo(13);
        assertThat(NumberText.BASE36.width()).isEqualTo(13);
        assertThat(NumberText.BASE62.width()).isEqualTo(11);
    }

    @Test
    void shouldReadWhatPeopleTypeForCrockford() {
        assertThat(NumberText.CROCKFORD32.decode("cvt7-4b7e-I")).isEqualTo(14150009200065L);
        assertThat(NumberText.CROCKFORD32.decode("cvt74b7eL")).isEqualTo(14150009200065L);
        assertThat(NumberText.CROCKFORD32.decode("ioL")).isEqualTo(NumberText.CROCKFORD32.decode("101"));
        assertThat(NumberText.BASE36.decode("1Y2P0IJ32E8E7")).isEqualTo(Long.MAX_VALUE);
    }

    @ParameterizedTest
    @CsvSource({
        "CROCKFORD32, ''",
        "CROCKFORD32, -",
        "CROCKFORD32, U",
        "CROCKFORD32, 80000000000000",
        "CROCKFORD32, 8000000000000",
        "CROCKFORD32, 1 1",
        "BASE36, 1-1",
        "BASE36, é",
        "BASE36, ١",
        "BASE36, " + TOO_LARGE_BY_ONE_BASE36,
        "BASE62, AzL8n0Y58m8",
        "BASE62, +1",
    })
    void shouldRefuseWhatIsNoNumber(NumberText form, String text) {
        assertThatThrownBy(() -> form.decode(text)).isInstanceOf(InvalidTextException.class);
    }

    @ParameterizedTest
    @EnumSource(NumberText.class)
    void shouldRefuseWithoutReadingItAll(NumberText form) {
        assertThatThrownBy(() -> form.decode("0".repeat(1_000_000)))
                .isInstanceOf(InvalidTextException.class)
                .hasMessageContaining("at most 64 characters")
                .satisfies(refusal -> assertThat(refusal.getMessage()).hasSizeLessThan(300));
        assertThat(form.decode("0".repeat(64))).isZero();
    }

    @ParameterizedTest
    @EnumSource(NumberText.class)
    void shouldRefuseNegativeNumbers(NumberText form) {
        assertThatThrownBy(() -> form.encode(-1)).hasMessageContaining("number=-1");
        assertThatThrownBy(() -> form.encodeFixed(Long.MIN_VALUE)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldShowHarmlessTextInMessages() {
        assertThatThrownBy(() -> NumberText.BASE62.decode("a\r\nb\u202e"))
                .hasMessageContaining("'a<U+000D><U+000A>b<U+202E>'");
    }
}
