package io.mintmark.rules.broken.range;

import java.util.function.LongSupplier;

/** Breaks: the real clock is chosen where a program starts. */
final class RangeMeasuresTime {
    LongSupplier ticker() {
        return System::nanoTime;
    }
}
