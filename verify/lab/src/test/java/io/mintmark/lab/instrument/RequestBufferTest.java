package io.mintmark.lab.instrument;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequestBufferTest {
    private final RequestBuffer buffer = new RequestBuffer();

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 9, 10, 99, 100, 1_234_567_890, Long.MAX_VALUE})
    void shouldWriteNumbersAsTheJdkDoes(long number) {
        assertThat(buffer.number(number)).hasToString(Long.toString(number));
    }

    @Test
    void shouldRefuseANegativeNumber() {
        assertThatThrownBy(() -> buffer.number(-1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("-1");
    }

    @Test
    void shouldGrowAndBeUsedAgain() {
        RequestBuffer body = new RequestBuffer().bytes("x".repeat(5_000).getBytes(StandardCharsets.US_ASCII));
        buffer.text("a").append(body).text("b");

        assertThat(buffer.length()).isEqualTo(5_002);
        assertThat(buffer.toSend().remaining()).isEqualTo(5_002);
        assertThat(buffer.clear().text("again")).hasToString("again");
    }
}
