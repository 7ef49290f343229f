package io.mintmark.spring;

import io.mintmark.range.RangeListener;

/** Adds a listener to the ranges of each counter; every bean of this type is asked. */
@FunctionalInterface
public interface CounterListener {

    /** Returns the listener to the ranges of {@code counter}; called once for each counter. */
    RangeListener of(String counter);
}
