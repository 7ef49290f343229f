package io.mintmark.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IdentityPartsSeparatorTest {
    @Test
    void shouldBeASlashUnlessSomebodyChoseAnother() {
        assertThat(IdentityPartsSeparator.DEFAULT.value()).isEqualTo('/');
        assertThat(IdentityPartsSeparator.DEFAULT).isEqualTo(IdentityPartsSeparator.of("/"));
    }

    @ParameterizedTest
    @ValueSource(strings = {":", "-", "_", " ", "x", "§", "→"})
    void shouldAcceptAnyCharacterThatMayStandInAnId(String oneChar) {
        assertThat(IdentityPartsSeparator.of(oneChar)).hasToString(oneChar);
    }

    @Test
    void shouldRefuseThePipe() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> IdentityPartsSeparator.of("|"))
                .withMessageStartingWith("Cannot set identity parts separator to '|'")
                .withMessageContaining("use another character");
    }

    /** With a 1 between prefix and number, {@code a} with 11 and {@code a1} with 1 would both be {@code a111-A}. */
    @ParameterizedTest
    @ValueSource(strings = {"0", "1", "9"})
    void shouldRefuseDigitsByWhichTwoCountersCouldWriteOneId(String digit) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> IdentityPartsSeparator.of(digit))
                .withMessageContaining("must not be a digit: '" + digit + "'")
                .withMessageContaining("use another character");
    }

    @Test
    void shouldRefuseTheMarkOfAnAnchor() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> IdentityPartsSeparator.of("$"))
                .withMessageContaining("would be an anchor");
    }

    @ParameterizedTest
    @ValueSource(chars = {'\0', '\t', '\n', '\u007F', '\u0085', '\u202E', '\u2066', '\uD800', '\uDFFF'})
    void shouldRefuseControlsAndSurrogatesByName(char value) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new IdentityPartsSeparator(value))
                .withMessageStartingWith("identity parts separator must be a whole character")
                .withMessageContaining(": U+%04X;".formatted((int) value));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "::", "\uD83D\uDE00"})
    void shouldRefuseMoreOrLessThanOneCharacter(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> IdentityPartsSeparator.of(text))
                .withMessage("identity parts separator must be one character: '" + text
                        + "'; use a single character such as '/'");
    }
}
