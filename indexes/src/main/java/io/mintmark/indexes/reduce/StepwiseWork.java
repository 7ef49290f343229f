package io.mintmark.indexes.reduce;

/** Work that is done a commit at a time. Used by one thread at a time. */
@FunctionalInterface
public interface StepwiseWork {
    /** Does the next piece; returns whether there may be more. */
    boolean step();
}
