package io.mintmark.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EffortTest {
    private static final String PROPERTY = "mintmark.test.rounds";

    @AfterEach
    void forget() {
        System.clearProperty(PROPERTY);
    }

    @Test
    void shouldTakeTheFormOfTheRunWithoutAProperty() {
        assertThat(Effort.of("rounds", 4, 1_000, PROPERTY)).isEqualTo(Effort.isProof() ? 1_000 : 4);
    }

    @Test
    void shouldTakeTheFormOfTheNightByNight() {
        String asked = System.getProperty("mintmark.effort", "quick");
        int expected = switch (asked) {
            case "proof" -> 1_000;
            case "nightly" -> 40;
            default -> 4;
        };

        assertThat(Effort.of("rounds", 4, 40, 1_000)).isEqualTo(expected);
        assertThat(Effort.of("rounds", 4, 40, 1_000, PROPERTY)).isEqualTo(expected);
    }

    @Test
    void shouldLetAPropertyDecide() {
        System.setProperty(PROPERTY, "17");

        assertThat(Effort.of("rounds", 4, 1_000, PROPERTY)).isEqualTo(17);
        assertThat(Effort.of("rounds", 4, 40, 1_000, PROPERTY)).isEqualTo(17);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "many", "0", "-1", "1.5"})
    void shouldRefuseWhatIsNoCount(String given) {
        System.setProperty(PROPERTY, given);

        assertThatThrownBy(() -> Effort.of("rounds", 4, 1_000, PROPERTY))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("-D" + PROPERTY + " must be a whole number of 1 or more: -D" + PROPERTY + "=" + given);
    }
}
