package io.mintmark.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ValuesTest {

    @ParameterizedTest
    @CsvSource({
        "1, 1",
        "65536, 65536",
        "64k, 65536",
        "64K, 65536",
        "16m, 16777216",
        "1g, 1073741824",
        "2147483647, 2147483647",
        "2097151k, 2147482624"
    })
    void sizeIsRead(String text, int bytes) {
        assertThat(new Amounts.Size().convert(text)).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "0",
                "0k",
                "-1",
                "+1",
                "1.5m",
                "k",
                "64kb",
                "64 k",
                "1t",
                "2g",
                "2147483648",
                "2097152k",
                "٦٤k",
                "999999999999999999g",
                "99999999999999999999"
            })
    void sizeOutsideItsRuleIsRefused(String text) {
        assertThatThrownBy(() -> new Amounts.Size().convert(text))
                .isInstanceOf(BadValueException.class)
                .hasMessageContaining("'" + text + "'");
    }

    @ParameterizedTest
    @CsvSource({"45s, PT45S", "90m, PT90M", "12h, PT12H", "30d, P30D", "30D, P30D", "PT12H, PT12H", "P2DT3H, P2DT3H"})
    void periodIsRead(String text, Duration period) {
        assertThat(new Amounts.Period().convert(text)).isEqualTo(period);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "30",
                "0d",
                "-1d",
                "1w",
                "1y",
                "PT0S",
                "-PT1H",
                "soon",
                "999999999999999999d",
                "100001d",
                "P99999999D"
            })
    void periodOutsideItsRuleIsRefused(String text) {
        assertThatThrownBy(() -> new Amounts.Period().convert(text))
                .isInstanceOf(BadValueException.class)
                .hasMessageContaining("'" + text + "'");
    }
}
