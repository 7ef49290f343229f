package io.mintmark.lab.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ColumnsTest {
    @Test
    void shouldShowEachRowAndADashForWhatWasNotMeasured() {
        MarkdownTable table = new Columns<Double>()
                .text("Found", found -> found.isNaN() ? "nothing" : "something")
                .figure("ms", "%,.1f", found -> found)
                .of(List.of(1_234.56, Double.NaN));

        assertThat(table).hasToString("| Found | ms |\n| --- | --- |\n| something | 1,234.6 |\n| nothing | – |\n");
    }
}
