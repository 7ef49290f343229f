package io.mintmark.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnJre;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeyFormTest {
    /** CRC-32 of the small letters of all code points, four bytes each, big-endian. Data directories rely on it. */
    private static final long UNICODE_13 = 0xB9B3_7DBEL;

    @Test
    @EnabledOnJre(value = JRE.JAVA_17, disabledReason = "only a JDK of Unicode 13 can be asked for Unicode 13")
    void shouldLowerEveryCodePointAsJdk17Does() {
        for (int codePoint = 0; codePoint <= Character.MAX_CODE_POINT; codePoint++) {
            if (KeyForm.lowerCase(codePoint) != Character.toLowerCase(codePoint)) {
                assertThat(KeyForm.lowerCase(codePoint))
                        .as("small letter of %s", IdCharacters.name(codePoint))
                        .isEqualTo(Character.toLowerCase(codePoint));
            }
        }
    }

    @Test
    void shouldLowerEveryCodePointTheSameOnEveryJdk() {
        CRC32 sum = new CRC32();
        ByteBuffer four = ByteBuffer.allocate(Integer.BYTES);
        for (int codePoint = 0; codePoint <= Character.MAX_CODE_POINT; codePoint++) {
            sum.update(four.putInt(0, KeyForm.lowerCase(codePoint)).array());
        }

        assertThat(sum.getValue()).isEqualTo(UNICODE_13);
    }

    @Test
    void shouldReadTheTableThatItsGeneratorWrites() {
        assertThat(FrozenLowerCaseTable.write(KeyForm::lowerCase)).isEqualTo(FrozenLowerCase.TABLE);
    }

    @Test
    void shouldLowerNothingTwiceAndKeepEveryPlane() {
        for (int codePoint = 0; codePoint <= Character.MAX_CODE_POINT; codePoint++) {
            int lower = KeyForm.lowerCase(codePoint);
            if (KeyForm.lowerCase(lower) != lower || lower >>> 16 != codePoint >>> 16) {
                assertThat(IdCharacters.name(lower))
                        .as("of " + IdCharacters.name(codePoint))
                        .isEmpty();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, Integer.MIN_VALUE, Character.MAX_CODE_POINT + 1, Integer.MAX_VALUE})
    void shouldLeaveWhatIsNoCodePointAlone(int number) {
        assertThat(KeyForm.lowerCase(number)).isEqualTo(number);
    }

    @ParameterizedTest
    @CsvSource({
        "Orders/10-A, orders/10-a",
        "ΟΔΟΣ, οδοσ",
        "ÀÉÎ, àéî",
        "\u212Aey, key", // Kelvin sign
        "\u212Bngstr\u00F6m, \u00E5ngstr\u00F6m", // Ångström sign
        "\u0130stanbul, istanbul", // İ has the small letter i, without the dot above as a second code point
        "TITLE, title",
        "\u1E9E, ß",
        "\uD801\uDC00, \uD801\uDC28" // Deseret
    })
    void shouldMakeCapitalsAndTheirSmallLettersOneName(String name, String key) {
        assertThat(KeyForm.of(name)).isEqualTo(key);
        assertThat(KeyForm.bytes(name)).isEqualTo(key.getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @CsvSource({
        "\u0131, I", // dotless ı
        "οδος, ΟΔΟΣ", // final sigma
        "ß, SS",
        "\u00E9, e\u0301", // composed and decomposed é
        "\uFB01, fi", // ligature
        "\uFF10, 0", // full-width zero
        "\u2C2F, \u2C5F" // Glagolitic pair of Unicode 14, unassigned in 13
    })
    void shouldKeepApartWhatTheRuleDoesNotJoin(String one, String other) {
        assertThat(KeyForm.of(one)).isNotEqualTo(KeyForm.of(other));
    }

    @Test
    void shouldReturnANameThatIsItsOwnKeyFormUncopied() {
        String name = "orders/10-a";

        assertThat(KeyForm.of(name)).isSameAs(name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"tr", "az", "lt", "th-TH-u-nu-thai", "ar-EG-u-nu-arab"})
    void shouldNotDependOnTheLocale(String tag) {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag(tag));
        try {
            assertThat(KeyForm.of("TITLE I\u0130\u0131")).isEqualTo("title ii\u0131");
            assertThat(DocumentId.of("TITLE/1-I")).isEqualTo(DocumentId.of("title/1-i"));
            assertThat(DocumentId.serverSide("users/", 4, NodeTag.of("I"))).hasToString("users/0000000000000000004-I");
            assertThat(DocumentId.hilo("I", IdentityPartsSeparator.DEFAULT, 12, NodeTag.of("I")))
                    .hasToString("I/12-I");
            assertThat(IdCharacters.name(0x1f)).isEqualTo("U+001F");
        } finally {
            Locale.setDefault(before);
        }
    }

    @ParameterizedTest
    @CsvSource({"'ab\uD800', U+D800, 2", "'\uDC00', U+DC00, 0", "'É\uD83Dx', U+D83D, 1", "'\uDE00\uD83D', U+DE00, 0"})
    void shouldRefuseAnUnpairedSurrogate(String name, String codePoint, int position) {
        assertThatExceptionOfType(InvalidDocumentIdException.class)
                .isThrownBy(() -> KeyForm.of(name))
                .withMessageContaining("unpaired surrogate " + codePoint + " at position " + position)
                .withMessageContaining("<" + codePoint + ">");
    }
}
