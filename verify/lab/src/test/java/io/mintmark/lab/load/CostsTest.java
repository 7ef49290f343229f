package io.mintmark.lab.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.lab.load.GrowingDatabase.Cost;
import org.junit.jupiter.api.Test;

class CostsTest {
    @Test
    void shouldCompareCostsOfTheSameTurn() {
        Costs costs = new Costs();
        costs.add(new Cost(20, 4), new Cost(10, 4));
        costs.add(new Cost(30, 4), new Cost(30, 4));
        costs.add(new Cost(100, 4), new Cost(80, 4));

        assertThat(costs.ratio(Cost::micros)).isEqualTo(1.25);
        assertThat(costs.text(Cost::serverMicros)).isEqualTo("4.0 / 4.0 = 1.00");
    }
}
