package io.mintmark.spring;

import io.mintmark.range.RangeListener;

/** Adds a listener to the ranges of each counter; every bean of this type is asked. */
@FunctionalInterface
public interface CounterListener {

    /** Returns the listener to the ranges of {@code counter}; called for each generator of it: each tenant has one. */
    RangeListener of(String counter);
}
