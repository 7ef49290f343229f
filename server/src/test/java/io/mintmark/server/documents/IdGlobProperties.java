package io.mintmark.server.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.document.KeyForm;
import io.mintmark.web.http.ApiException;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class IdGlobProperties {
    @Provide
    Arbitrary<String> patterns() {
        return Arbitraries.strings().withChars("aAbß.+*?*|").ofMinLength(1).ofMaxLength(10);
    }

    @Provide
    Arbitrary<String> texts() {
        return Arbitraries.strings().withChars("aAbß.+").ofMaxLength(10);
    }

    @Property(tries = 10_000)
    void shouldMatchWhatARegularExpressionMatches(@ForAll("patterns") String pattern, @ForAll("texts") String text) {
        boolean expected = regex(KeyForm.of(pattern)).matcher(KeyForm.of(text)).matches();

        assertThat(IdGlob.parse(pattern).matches(KeyForm.of(text))).isEqualTo(expected);
    }

    private static Pattern regex(String pattern) {
        String alternatives = Arrays.stream(pattern.split("\\|", -1))
                .map(part -> part.chars()
                        .mapToObj(c -> c == '*' ? ".*" : c == '?' ? "." : Pattern.quote(String.valueOf((char) c)))
                        .collect(Collectors.joining()))
                .collect(Collectors.joining("|"));
        return Pattern.compile(alternatives, Pattern.DOTALL);
    }

    @Example
    void shouldNotBlowUpOnManyStars() {
        String pattern = "*a".repeat(200) + "b";

        assertThat(IdGlob.parse(pattern).matches("a".repeat(500))).isFalse();
    }

    @Example
    void shouldRefuseMoreThanAListCanCompareEachDocumentWith() {
        assertThat(IdGlob.parse("*b|".repeat(127) + "a").matches("a")).isTrue();
        for (String pattern : List.of("*b|".repeat(128) + "a", "a".repeat(8_193))) {
            assertThatThrownBy(() -> IdGlob.parse(pattern))
                    .isInstanceOf(ApiException.class)
                    .hasMessageContaining("at most 8192 characters and 128 alternatives");
        }
    }

    @Example
    void shouldBeEmptyWithoutPattern() {
        assertThat(IdGlob.parse("").isEmpty()).isTrue();
        assertThat(IdGlob.parse("*").isEmpty()).isFalse();
    }
}
