package io.mintmark.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.mintmark.document.InvalidDocumentIdException.Rule;
import java.util.EnumSet;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each refusal says by a value which rule it is for. */
class InvalidDocumentIdExceptionTest {
    private static final IdentityPartsSeparator SLASH = IdentityPartsSeparator.DEFAULT;

    private static final Map<Rule, ThrowingCallable> BREACHES = Map.of(
            Rule.BLANK, () -> DocumentId.of("\u3000"),
            Rule.TOO_LONG, () -> DocumentId.of("é".repeat(257)),
            Rule.CONTROL_CHARACTER, () -> DocumentId.of("users/\u202Ex"),
            Rule.UNPAIRED_SURROGATE, () -> KeyForm.of("users/\uD83D"),
            Rule.IDENTITY_MARK, () -> DocumentId.of("users|"),
            Rule.IDENTITY_MARK_TWICE, () -> IdTemplate.parse("users||", SLASH),
            Rule.ANCHOR, () -> DocumentId.of("users/1").anchoredTo(DocumentId.of("foo$")));

    static Stream<Arguments> breaches() {
        return BREACHES.entrySet().stream().map(breach -> Arguments.of(breach.getKey(), breach.getValue()));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("breaches")
    void shouldNameTheRule(Rule rule, ThrowingCallable breach) {
        assertThatExceptionOfType(InvalidDocumentIdException.class)
                .isThrownBy(breach)
                .satisfies(refusal -> assertThat(refusal.rule()).isEqualTo(rule));
    }

    @Test
    void shouldBeTestedForEveryRule() {
        assertThat(BREACHES.keySet()).isEqualTo(EnumSet.allOf(Rule.class));
    }

    @Test
    void shouldTellOfTheFirstRuleFound() {
        assertThatExceptionOfType(InvalidDocumentIdException.class)
                .isThrownBy(() -> DocumentId.of("x".repeat(600) + "\n|"))
                .satisfies(refusal -> assertThat(refusal.rule()).isEqualTo(Rule.CONTROL_CHARACTER));
    }
}
