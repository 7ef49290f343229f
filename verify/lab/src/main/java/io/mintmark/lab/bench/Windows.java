package io.mintmark.lab.bench;

import io.mintmark.lab.instrument.Effort;
import java.time.Duration;

/** How long generators run and rest, with a given effort. */
final class Windows {
    private Windows() {}

    /** Returns how long a generator runs before it is measured. */
    static Duration warmUp(Effort effort) {
        return effort.choose(Duration.ofMillis(600), Duration.ofMillis(1_500), Duration.ofMillis(1_500));
    }

    /** Returns the length of a window of {@link BatchRun}. */
    static Duration batch(Effort effort) {
        return effort.choose(Duration.ofMillis(400), Duration.ofSeconds(2), Duration.ofSeconds(2));
    }

    /** Returns the length of a window of {@link RefillRun}. */
    static Duration refill(Effort effort) {
        return effort.choose(Duration.ofSeconds(1), Duration.ofSeconds(4), Duration.ofSeconds(4));
    }

    /** Returns how long a generator is left alone after a burst. */
    static Duration idle(Effort effort) {
        return effort.choose(Duration.ofSeconds(2), Duration.ofSeconds(5), Duration.ofSeconds(5));
    }
}
