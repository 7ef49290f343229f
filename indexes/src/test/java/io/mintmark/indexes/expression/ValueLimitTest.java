package io.mintmark.indexes.expression;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How many values a document has, before it is read. */
class ValueLimitTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '!',
            value = {
                "{\"a\":[1,2,3]} ! 4",
                "{\"a\":[{},{},{}]} ! 7",
                "{\"a\":\",,,,[[[{{{\",\"b\\\",\":\"\\\\\"} ! 2",
                "{} ! 1"
            })
    void shouldCountWhatATreeWouldHave(String json, long values) {
        assertThatCode(() -> ValueLimit.require(json.getBytes(UTF_8), values)).doesNotThrowAnyException();
        assertThatThrownBy(() -> ValueLimit.require(json.getBytes(UTF_8), values - 1))
                .isInstanceOf(EvaluationException.class)
                .hasMessageContaining("A document of " + values + " values");
        assertThat(Trees.read(json).isObject()).isTrue();
    }
}
