package io.mintmark.support;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A sender of JSON reads about its own bytes, and nothing about the parser. */
class InvalidJsonMessagesTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"a":1   | The body is not valid JSON: Unexpected end-of-input: expected close marker for Object (it begins at line: 1, column: 1) (at byte 6).
            {"a":[1  | The body is not valid JSON: Unexpected end-of-input: expected close marker for Array (it begins at line: 1, column: 6) (at byte 7).
            {"a":01} | The body is not valid JSON: Invalid numeric value: Leading zeroes not allowed (at byte 6).
            {"a":NaN} | The body is not valid JSON: Non-standard token 'NaN' (at byte 8).
            {"a":+1} | The body is not valid JSON: Unexpected character ('+' (code 43)) in numeric value: JSON spec does not allow numbers to have plus signs (at byte 6).
            {"a":1,/* | The body is not valid JSON: Unexpected character ('/' (code 47)): maybe a (non-standard) comment? (at byte 7).
            [1]      | A JSON object is expected, but an array came.
            "x"      | A JSON object is expected, but a string came.
            7.5      | A JSON object is expected, but a number came.
            true     | A JSON object is expected, but true came.
            null     | A JSON object is expected, but null came.
            {} {}    | One JSON object is expected, but more follows it.
            """)
    void shouldSayWhatIsWrongAndWhere(String body, String message) {
        assertMessage(body, message);
    }

    /** Windows' editors write one, and nobody sees it in a message. */
    @Test
    void shouldNameAByteOrderMark() {
        assertMessage(
                "\uFEFF{}",
                "The body is not valid JSON: a byte order mark (U+FEFF) is no part of it: send UTF-8 without one.");
    }

    private static void assertMessage(String body, String message) {
        byte[] bytes = body.getBytes(UTF_8);

        assertThatThrownBy(() -> JsonMembers.scan(new Json(8), bytes, 0, bytes.length))
                .isInstanceOf(InvalidJsonException.class)
                .hasMessage(message);
    }
}
