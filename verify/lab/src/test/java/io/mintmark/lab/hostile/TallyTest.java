package io.mintmark.lab.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TallyTest {
    @Test
    void shouldKeepIncidentsApartFromRefusals() {
        Tally tally = new Tally();
        tally.add("500", "{\"Url\":\"/\",\"Type\":\"System.ArgumentException\"}");
        tally.add("500", "{\"Url\":\"/\",\"Type\":\"System.Exception\"}");
        tally.add("500", "{\"Url\":\"/\",\"Type\":\"System.Exception\"}");

        assertThat(tally).hasToString("500 ArgumentException × 1, 500 Exception × 2");
    }

    @Test
    void shouldBeReadAgainAsItWasPrinted() {
        Tally tally = new Tally();
        tally.add("201", "{\n\t\"Id\": 1}");
        tally.add("EOFException", "closed");

        Tally again = new Tally();
        tally.lines().lines().forEach(again::read);

        assertThat(again.counts()).isEqualTo(tally.counts());
    }
}
