package io.mintmark.hilo;

import io.mintmark.range.Range;

/** Makes something of a number and the range that it belongs to; both come together, so they always fit. */
@FunctionalInterface
public interface NumberInRange<T> {
    /** Returns what is made of {@code number}, the first of those issued, which lies in {@code range}. */
    T of(Range range, long number);
}
