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
        "BASE62, 01",
        "BASE62, 00",
        "BASE62, 0000000000001",
        "BASE36, 01",
        "BASE36, 0000000000001",
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
        assertThatThrownBy(() -> form.decodeFixed("0".repeat(1_000_000))).hasMessageContaining("at most 64 characters");
        assertThat(NumberText.CROCKFORD32.decode("0".repeat(64))).isZero();
    }

    @Test
    void shouldSayWhatReadsAPaddedText() {
        assertThatThrownBy(() -> NumberText.BASE62.decode("000000000MQ"))
                .isInstanceOf(InvalidTextException.class)
                .hasMessageContaining("no leading zeros")
                .hasMessageContaining("decodeFixed")
                .hasMessageContaining("'000000000MQ'");
        assertThat(NumberText.BASE62.decodeFixed("000000000MQ")).isEqualTo(1390);
    }

    @ParameterizedTest
    @CsvSource({
        "BASE62, MQ",
        "BASE62, ''",
        "BASE62, 0000000000MQ",
        "BASE62, AzL8n0Y58m8",
        "BASE36, 1",
        "BASE36, 00000000000001",
        "CROCKFORD32, 1",
        "CROCKFORD32, 00-000000000001",
        "CROCKFORD32, ------------1",
    })
    void shouldRefuseAPaddedTextOfAnotherWidth(NumberText form, String text) {
        assertThatThrownBy(() -> form.decodeFixed(text)).isInstanceOf(InvalidTextException.class);
    }

    @Test
    void shouldReadWhatPeopleTypeForPaddedCrockford() {
        assertThat(NumberText.CROCKFORD32.decodeFixed("0000-cvt7-4b7e-I")).isEqualTo(14150009200065L);
        assertThat(NumberText.CROCKFORD32.decode("0000CVT74B7E1")).isEqualTo(14150009200065L);
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
