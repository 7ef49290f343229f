package io.mintmark.javascript;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntUnaryOperator;

/** Gives a permit at once to whoever asks, and remembers how many they were, and how often a process started under one. */
final class CountedPermits implements ProcessPermits {
    private final IntUnaryOperator process;
    private final AtomicInteger held = new AtomicInteger();
    int acquired;
    int starts;
    int slow;

    /** Sends everybody to the first process. */
    CountedPermits() {
        this(any -> 0);
    }

    /** Sends the first, second, … to the process that {@code process} says. */
    CountedPermits(IntUnaryOperator process) {
        this.process = process;
    }

    @Override
    public ProcessPermit acquire() {
        assertThat(held.incrementAndGet()).as("one after the other").isEqualTo(1);
        int mine = process.applyAsInt(acquired++);
        return new ProcessPermit() {
            @Override
            public int process() {
                return mine;
            }

            @Override
            public void starting() {
                starts++;
            }

            @Override
            public void slow() {
                slow++;
            }

            @Override
            public void close() {
                held.decrementAndGet();
            }
        };
    }
}
