package io.mintmark.lab.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class QuantilesTest {
    @Test
    void shouldRankWithoutChangingTheSample() {
        double[] sample = {5, 1, 4, 2, 3};

        assertThat(Quantiles.median(sample)).isEqualTo(3);
        assertThat(Quantiles.at(0.1, sample)).isEqualTo(1);
        assertThat(Quantiles.at(0.9, sample)).isEqualTo(5);
        assertThat(sample).containsExactly(5, 1, 4, 2, 3);
    }

    @Test
    void shouldSayThatAnEmptySampleHasNone() {
        assertThat(Quantiles.median()).isNaN();
    }
}
