package io.mintmark.internal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BackoffTest {

    @ParameterizedTest(name = "after {0} failures before: {1}")
    @CsvSource({"0, 10", "1, 20", "2, 40", "3, 80", "4, 80", "2147483647, 80"})
    void shouldDoubleUpToTheLongest(int failuresBefore, long rest) {
        assertThat(new Backoff(10, 3).after(failuresBefore)).isEqualTo(rest);
    }
}
