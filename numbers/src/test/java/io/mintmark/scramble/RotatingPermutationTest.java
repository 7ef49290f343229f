package io.mintmark.scramble;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.encoding.InvalidTextException;
import io.mintmark.number.InvalidIdException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RotatingPermutationTest {
    private static final PermutationKey OLD = Keys.counting("k1");
    private static final PermutationKey NEW =
            PermutationKey.of("k2", new byte[] {9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 1, 2, 3, 4, 5, 6});

    @Test
    void shouldReadOldNumbersAndPublishWithTheNewKey() {
        PublishedNumber before = rotating(OLD).encode(42);

        RotatingPermutation after = rotating(NEW, OLD);

        assertThat(before.keyId()).isEqualTo("k1");
        assertThat(after.decode(before)).isEqualTo(42);
        assertThat(after.encode(42).keyId()).isEqualTo("k2");
        assertThat(after.encode(42).number()).isNotEqualTo(before.number());
        assertThat(after.decode(after.encode(42))).isEqualTo(42);
    }

    /** Why the id must travel: without it the number is read, wrongly, and nobody notices. */
    @Test
    void shouldReadSomethingElseUnderTheWrongKeyId() {
        PublishedNumber shown = rotating(OLD).encode(42);

        assertThat(rotating(NEW, OLD).decode(new PublishedNumber("k2", shown.number())))
                .isNotEqualTo(42);
    }

    @Test
    void shouldRefuseAKeyItDoesNotHave() {
        PublishedNumber shown = rotating(OLD).encode(42);

        assertThatThrownBy(() -> rotating(NEW).decode(shown))
                .isInstanceOf(InvalidIdException.class)
                .hasMessageContaining("'k1'")
                .hasMessageContaining("[k2]");
    }

    @Test
    void shouldRefuseAForgedNumberAsOneThatWasNeverShown() {
        PublishedNumber forged = PublishedNumber.parse("k2." + Long.MAX_VALUE);

        assertThatThrownBy(() -> rotating(NEW).decode(forged))
                .isInstanceOf(InvalidIdException.class)
                .hasMessageContaining("shown=" + Long.MAX_VALUE);
    }

    @Test
    void shouldRefuseTwoSecretsOfOneNameAndNoKeyAtAll() {
        PermutationKey sameName = PermutationKey.of("k1", new byte[] {9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 1, 2, 3, 4, 5, 6});

        assertThatThrownBy(() -> rotating(sameName, OLD)).hasMessageContaining("'k1' is given twice");
        assertThatThrownBy(() -> rotating()).hasMessageContaining("needs a key");
    }

    @Test
    void shouldWriteAndReadPublishedNumbers() {
        PublishedNumber shown = new PublishedNumber("k1", Long.MAX_VALUE);

        assertThat(shown).hasToString("k1.9223372036854775807");
        assertThat(PublishedNumber.parse(shown.toString())).isEqualTo(shown);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "k1",
                "k1.",
                ".5",
                "k1.0",
                "k1.05",
                "k1.+5",
                "k1.-5",
                "K1.5",
                "k1.9223372036854775808",
                "k1.5 ",
                "k1.١",
                "k1.5.5",
                "k1.99999999999999999999999999"
            })
    void shouldRefuseAnyOtherSpelling(String text) {
        assertThatThrownBy(() -> PublishedNumber.parse(text)).isInstanceOf(InvalidTextException.class);
    }

    private static RotatingPermutation rotating(PermutationKey... keys) {
        return RotatingPermutation.of(List.of(keys), "orders", (1L << 53) - 1);
    }
}
