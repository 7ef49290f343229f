package io.mintmark.rules.broken.range;

import java.time.Instant;

/** Breaks: time comes through an interface. */
final class RangeReadsTheClock {
    Instant now() {
        return Instant.now();
    }
}
