package io.mintmark.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.MintmarkException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What takes too much is noticed, and what takes it only at first is not. */
class BoundsTest {
    private static final Bounds SMALL = new Bounds(1_000_000_000L, 8 << 20);
    private static byte[] kept = {};

    @Test
    void shouldNoticeARunThatTakesTooMuchMemory() {
        assertThatThrownBy(() -> SMALL.run(bytes -> kept = new byte[10 << 20], new byte[0]))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("bytes of memory");
        assertThat(kept).hasSize(10 << 20);
    }

    @Test
    void shouldNoticeARunThatTakesTooLong() {
        Bounds none = new Bounds(0, Long.MAX_VALUE);

        assertThatThrownBy(() -> none.run(bytes -> kept = new byte[1 << 20], new byte[0]))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("ns");
    }

    @Test
    void shouldForgiveAFirstRun() {
        AtomicInteger runs = new AtomicInteger();

        assertThatCode(() ->
                        SMALL.run(bytes -> kept = new byte[runs.getAndIncrement() == 0 ? 10 << 20 : 1], new byte[0]))
                .doesNotThrowAnyException();
        assertThat(runs).hasValue(2);
    }

    @Test
    void shouldTakeARefusalThatSaysWhyAndNoOther() {
        assertThatCode(() -> SMALL.run(
                        bytes -> {
                            throw new MintmarkException("a rule, its value and a remedy");
                        },
                        new byte[0]))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> SMALL.run(
                        bytes -> {
                            throw new MintmarkException("x".repeat(Check.MESSAGE_CHARS_MAX + 1));
                        },
                        new byte[0]))
                .isInstanceOf(AssertionError.class);
        assertThatThrownBy(() -> SMALL.run(
                        bytes -> {
                            throw new IllegalStateException("not foreseen");
                        },
                        new byte[0]))
                .isInstanceOf(IllegalStateException.class);
    }
}
