package io.mintmark.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SeedTest {
    private static final String PROPERTY = "mintmark.seed";

    private final @Nullable String given = System.getProperty(PROPERTY);

    @AfterEach
    void putBackWhatTheRunWasGiven() {
        if (given == null) {
            System.clearProperty(PROPERTY);
        } else {
            System.setProperty(PROPERTY, given);
        }
    }

    @Test
    void shouldTakeTheSeedThatIsGiven() {
        System.setProperty(PROPERTY, "-42");

        assertThat(Seed.fresh("a test of seeds")).isEqualTo(-42);
    }

    @Test
    void shouldDrawAnotherSeedEachTime() {
        System.clearProperty(PROPERTY);

        assertThat(Seed.fresh("a test of seeds")).isNotNegative().isNotEqualTo(Seed.fresh("a test of seeds"));
    }

    @Test
    void shouldRefuseASeedThatIsNoNumber() {
        System.setProperty(PROPERTY, "ten");

        assertThatThrownBy(() -> Seed.fresh("a test of seeds"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("-Dmintmark.seed must be a whole number: -Dmintmark.seed=ten");
    }
}
