package io.mintmark.hilo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.BooleanSupplier;

/** Waits for what another thread is about to do, until the time limit of the test interrupts. */
public final class Awaiting {
    private Awaiting() {}

    /** Waits until {@code holds} does. */
    public static void awaitThat(BooleanSupplier holds) {
        while (!holds.getAsBoolean()) {
            assertThat(Thread.currentThread().isInterrupted())
                    .as("the test's time is over")
                    .isFalse();
            Thread.onSpinWait();
        }
    }
}
