package io.mintmark.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BatchesTest {
    @Test
    void shouldForgetTheOlderHalfWhenFull() {
        Batches batches = new Batches(4);

        for (int i = 0; i < 5; i++) {
            batches.add(10L * i, 10L * i + 5);
        }

        assertThat(batches.count()).isEqualTo(3);
        assertThat(batches.start(0)).isEqualTo(20);
        assertThat(batches.end(2)).isEqualTo(45);
        assertThat(batches.nanos(1)).isEqualTo(5);
    }
}
