package io.mintmark.lab.proof;

/** Fate, in a power cut, of the operations that no sync covered. */
public enum Cut {
    /** Nothing. */
    LOST,
    /** Any of them, whichever came first. */
    REORDERED,
    /** Any of them, and of one write only some sectors. */
    TORN,
    /** All: the process died, the system did not. */
    KEPT
}
