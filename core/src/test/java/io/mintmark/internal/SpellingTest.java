package io.mintmark.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpellingTest {

    @ParameterizedTest(name = "{0} to {1}: {2}")
    @CsvSource({
        "'', '', 0",
        "'', PORT, 4",
        "PORT, '', 4",
        "PORT, PORT, 0",
        "PROT, PORT, 1",
        "PRT, PORT, 1",
        "PORTS, PORT, 1",
        "PART, PORT, 1",
        "TROP, PORT, 3",
        "HOST, PORT, 2",
        "ABCD, BADC, 2"
    })
    void shouldCountSlipsOfTheHand(String a, String b, int slips) {
        assertThat(Spelling.distance(a, b)).isEqualTo(slips);
        assertThat(Spelling.distance(b, a)).isEqualTo(slips);
    }

    @Test
    void shouldFindTheNearestNameWithinAsManySlips() {
        List<String> known = List.of("ceiling", "deadline", "table");

        assertThat(Spelling.nearest("tabel", known)).contains("table");
        assertThat(Spelling.nearest("deadlines", known, 1)).contains("deadline");
        assertThat(Spelling.nearest("headlines", known, 1)).as("two slips away").isEmpty();
    }
}
