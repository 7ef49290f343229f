package io.mintmark.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.nio.CharBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PrintableTest {
    private static final String FACE = Character.toString(0x1F600);

    @ParameterizedTest
    @ValueSource(chars = {'\n', '\r', 0, 0x7F, 0x85, 0x2028, 0x2029, 0x202E, 0x2066, 0x2069, 0x200E, 0x200F})
    void shouldShowAQuestionMarkForACharThatBreaksALineOrItsOrder(char unfit) {
        assertThat(Printable.of("a" + unfit + "b")).isEqualTo("a?b");
    }

    @Test
    void shouldKeepEverythingThatPeopleRead() {
        String text = "1415·00092 ä ש １ " + FACE;

        assertThat(Printable.of(text)).isSameAs(text);
        assertThat(Printable.brief(text)).isSameAs(text);
    }

    @Test
    void shouldCutWhatIsTooLong() {
        assertThat(Printable.brief("a".repeat(200))).isEqualTo("a".repeat(200));
        assertThat(Printable.brief("a".repeat(201))).isEqualTo("a".repeat(200) + "...");
        assertThat(Printable.brief("\n" + "a".repeat(200))).isEqualTo("?" + "a".repeat(199) + "...");
    }

    @Test
    void shouldShowAQuestionMarkForHalfACharacter() {
        assertThat(Printable.of("a\ud83d")).isEqualTo("a?");
        assertThat(Printable.of("\ude00\ud83d\ud83d\ude00\ude00")).isEqualTo("??" + FACE + "?");
        assertThat(Printable.encodable("\n\ud83dz" + FACE)).isEqualTo("\n?z" + FACE);
        assertThat(Printable.encodable("\n" + FACE)).isEqualTo("\n" + FACE);
    }

    @Test
    void shouldCutAtMostOneCharMoreThanAsked() {
        assertThat(Printable.cut("ab", 2)).isEqualTo("ab");
        assertThat(Printable.cut("abc", 2)).isEqualTo("ab");
        assertThat(Printable.cut("a" + FACE, 2)).isEqualTo("a");
        assertThat(Printable.cut(FACE, 0)).isEmpty();
    }

    @Test
    void shouldNotCutACharacterInTwo() {
        String cut = Printable.brief("a".repeat(199) + FACE + "b");

        assertThat(cut).isEqualTo("a".repeat(199) + "...");
        assertThatCode(() -> UTF_8.newEncoder().encode(CharBuffer.wrap(cut))).doesNotThrowAnyException();
        assertThat(Printable.brief("a".repeat(198) + FACE + "b")).isEqualTo("a".repeat(198) + FACE + "...");
    }
}
