package io.mintmark.range;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.BooleanSupplier;

/** Waits for what another thread is about to do, until the time limit of the test interrupts. */
final class Awaiting {
    private Awaiting() {}

    static void awaitThat(BooleanSupplier holds) {
        while (!holds.getAsBoolean()) {
            assertThat(Thread.currentThread().isInterrupted())
                    .as("the test's time is over")
                    .isFalse();
            Thread.onSpinWait();
        }
    }
}
