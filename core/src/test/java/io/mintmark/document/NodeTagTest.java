package io.mintmark.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NodeTagTest {
    @ParameterizedTest
    @ValueSource(strings = {"A", "BC", "XYZ", "ABCD"})
    void shouldAcceptOneToFourUpperCaseLetters(String text) {
        NodeTag tag = NodeTag.of(text);

        assertThat(tag.text()).isEqualTo(text);
        assertThat(tag).hasToString(text).isEqualTo(new NodeTag(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x1", "a", "ABCDE", "A1", "A B", "Ä", "\uFF21", "A|", "\u212A"})
    void shouldRefuseAnythingElse(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> NodeTag.of(text))
                .withMessage("node tag must be 1 to 4 letters A to Z: '" + text + "'; give the node a tag such as A");
    }

    @Test
    void shouldNotRepeatControlCharactersInTheMessage() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> NodeTag.of("A\r\n"))
                .withMessageContaining("'A<U+000D><U+000A>'");
    }
}
