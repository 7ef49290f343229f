package io.mintmark.web.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.mintmark.protocol.ErrorType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QueryTest {
    @ParameterizedTest
    @CsvSource({
        "id=users%2F1, users/1",
        "&id=a, a",
        "&&id=a&, a",
        "id=a%2Bb, a+b",
        "id=a+b, a b",
        "id=%C3%A9, \u00e9",
        "id=\u00e9, \u00e9",
        "id==, =",
        "ID=a, a",
        "i%64=a, a",
        "id=a&id=b, a",
    })
    void decodesFirstValue(String raw, String value) {
        assertThat(Query.parse(raw).first("id")).contains(value);
    }

    @Test
    void keepsAllValuesInOrder() {
        Query query = Query.parse("id=b&x=1&id=&id=a&id");

        assertThat(query.sent("id")).containsExactly("b", "", "a", "");
        assertThat(query.all("id")).containsExactly("b", "a");
    }

    @ParameterizedTest
    @ValueSource(strings = {"n=", "n", "n=%20%09", "n=+", "n=&n=7"})
    void takesABlankValueForNone(String raw) {
        Query query = Query.parse(raw);

        assertThat(query.first("n")).isEmpty();
        assertThat(query.has("n")).isFalse();
        assertThat(query.number("n", 5)).isEqualTo(5);
        assertThat(query.count("n", 5)).isEqualTo(5);
        assertThat(query.flag("n")).isFalse();
    }

    @Test
    void knowsNothingOfBareQuestionMark() {
        assertThat(Query.parse("").has("id")).isFalse();
        assertThat(Query.ofTarget("/hilo/next").first("id")).isEmpty();
        assertThat(Query.ofTarget("/hilo/next?id=7?").first("id")).contains("7?");
    }

    @ParameterizedTest
    @ValueSource(strings = {"id=%", "id=%4", "id=%zz", "id=%-1", "id=%C3", "id=%FF", "%=1", "id=%C0%80"})
    void refusesMalformedPercentEncoding(String raw) {
        assertThatExceptionOfType(ApiException.class)
                .isThrownBy(() -> Query.parse(raw))
                .withMessageContaining("percent-encoding")
                .satisfies(e -> assertThat(e.type()).isEqualTo(ErrorType.BAD_REQUEST));
    }

    @ParameterizedTest
    @CsvSource({
        "x=1, The query string value 'tag' must have a non-empty value.",
        "tag=, The query string value 'tag' must have a non-empty value.",
        "tag=%20, The query string value 'tag' must have a non-empty value.",
        "tag=a&tag=b, The query string value 'tag' must appear exactly once; it appears 2 times.",
    })
    void requiresOneNonBlankValue(String raw, String message) {
        refused(message, () -> Query.parse(raw).required("tag"));
    }

    @Test
    void readsNumbers() {
        Query query = Query.parse("a=-5&b=9223372036854775807");

        assertThat(query.number("a", 1)).isEqualTo(-5);
        assertThat(query.requiredNumber("b")).isEqualTo(Long.MAX_VALUE);
        assertThat(query.number("c", 7)).isEqualTo(7);
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "1.0", "9223372036854775808", "0x10", "\u0661"})
    void refusesWhatIsNotANumber(String value) {
        refused(
                "The query string value 'n' must be a whole number of 64 bits: '" + value + "'.",
                () -> Query.parse("n=" + value).number("n", 0));
    }

    @Test
    void showsOnlyTheBeginningOfALongValueAndNoControlCharacters() {
        assertThatExceptionOfType(ApiException.class)
                .isThrownBy(() -> Query.parse("n=%0A" + "z".repeat(5000)).number("n", 0))
                .satisfies(e -> assertThat(e.getMessage())
                        .hasSizeLessThan(300)
                        .contains("?zzz")
                        .doesNotContain("\n"));
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "12, 12", "2147483648, 2147483647", "99999999999999999999999, 2147483647"})
    void countsUpToWhatAnIntHolds(String sent, int count) {
        assertThat(Query.parse("start=" + sent).count("start", 3)).isEqualTo(count);
        assertThat(Query.parse("").count("start", 3)).isEqualTo(3);
    }

    @Test
    void refusesNegativeCount() {
        refused(
                "The query string value 'start' must be 0 or more: '-1'.",
                () -> Query.parse("start=-1").count("start", 0));
    }

    @ParameterizedTest
    @CsvSource({"f, false", "f=, false", "f=true, true", "f=True, true", "f=false, false", "g=true, false"})
    void readsFlags(String raw, boolean set) {
        assertThat(Query.parse(raw).flag("f")).isEqualTo(set);
    }

    @Test
    void refusesFlagThatIsNeither() {
        refused(
                "The query string value 'f' must be true or false: 'yes'.",
                () -> Query.parse("f=yes").flag("f"));
    }

    private static void refused(String message, Runnable read) {
        assertThatExceptionOfType(ApiException.class)
                .isThrownBy(read::run)
                .withMessage(message)
                .satisfies(e -> assertThat(e.type()).isEqualTo(ErrorType.ARGUMENT));
    }
}
