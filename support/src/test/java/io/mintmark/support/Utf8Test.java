package io.mintmark.support;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class Utf8Test {
    private static final Json JSON = new Json(10);

    private static void scan(byte[] text) {
        byte[] before = "{\"a\":\"".getBytes(StandardCharsets.US_ASCII);
        byte[] object = new byte[before.length + text.length + 2];
        System.arraycopy(before, 0, object, 0, before.length);
        System.arraycopy(text, 0, object, before.length, text.length);
        object[object.length - 2] = '"';
        object[object.length - 1] = '}';
        JsonMembers ignored = JsonMembers.scan(JSON, object, 0, object.length);
    }

    @ParameterizedTest(name = "{1}")
    @CsvSource({
        "c0af, an overlong slash",
        "eda080, a surrogate",
        "f4908080, a code point above the last",
        "e282, a character cut short",
        "80, a continuation alone",
        "ff, a byte that never occurs"
    })
    void shouldRefuseBytesThatAreNotUtf8InATextNobodyDecodes(String hex, String what) {
        assertThatThrownBy(() -> scan(HexFormat.of().parseHex(hex))).as(what).isInstanceOf(InvalidJsonException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "plain", "ΟΔΟΣ", "日本", "\uD83D\uDE00"})
    void shouldTakeEveryOtherText(String text) {
        assertThatCode(() -> scan(text.getBytes(StandardCharsets.UTF_8))).doesNotThrowAnyException();
    }
}
