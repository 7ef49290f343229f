package io.mintmark.lab.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ByteTemplateTest {
    private static String made(String text, long turn) {
        return new String(ByteTemplate.of(text).bytes(0, turn), StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "as it is;as it is",
                "⟦3×ab⟧c;abababc",
                "⟦3,ab⟧;ab,ab,ab",
                "⟦0,ab⟧.;.",
                "⟦3,n⟦i⟧⟧;n0,n1,n2",
                "⟦2,⟦i⟧⟦2×-⟦i⟧⟧⟧;0-0-1,1-0-1",
                "⟦2×⟦i+1×w⟧,⟧;w,ww,",
                "⟦t%4+1*10⟧;30",
                "⟦1Ki/512×x⟧;xx",
                "⟦x:6869⟧!;hi!",
                "⟦cut 2:abc⟧;ab",
                "⟦chunk:⟦16×x⟧⟧↵;10↵xxxxxxxxxxxxxxxx↵↵",
                "⟦sized:{}⟧;Content-Length: 2↵↵{}"
            })
    void shouldMakeWhatATextDescribes(String text, String expected) {
        assertThat(made(text, 6)).isEqualTo(expected.replace("↵", "\r\n"));
    }

    @Test
    void shouldFrameAMessageAsAWebSocketDoes() {
        assertThat(HexFormat.of().formatHex(ByteTemplate.of("⟦text:hi⟧⟦ping:⟧").bytes()))
                .isEqualTo("8182000000006869" + "898000000000");
    }

    @Test
    void shouldMakeWhatIsTheSameInEachTurnOnce() {
        ByteTemplate same = ByteTemplate.of("⟦2,⟦i⟧⟧");
        ByteTemplate other = ByteTemplate.of("⟦t⟧");

        assertThat(same.bytes(0, 1)).isSameAs(same.bytes(0, 2));
        assertThat(other.bytes(0, 1)).isNotEqualTo(other.bytes(0, 2));
    }

    @ParameterizedTest
    @CsvSource({"a⟧", "⟦many×a⟧", "⟦zip:a⟧"})
    void shouldRefuseWhatItDoesNotUnderstand(String text) {
        assertThatThrownBy(() -> ByteTemplate.of(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldPutTextsInThePlaceOfTheirNames() {
        Macros macros = new Macros().define("pair", "⟦1⟧:⟦2⟧").define("twice", "⟦pair¦⟦1⟧¦⟦pair¦⟦1⟧¦⟦2⟧⟧⟧");

        assertThat(macros.expand("{⟦twice¦a¦b⟧} ⟦3×⟦pair¦⟦i⟧⟧⟧")).isEqualTo("{a:a:b} ⟦3×⟦i⟧:⟧");
    }
}
