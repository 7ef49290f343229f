package io.mintmark.lab.cuts;

/** What a power cut leaves of the operations that no sync covered. */
enum Cut {
    /** Nothing. */
    LOST,
    /** Any of them, whichever came first. */
    REORDERED,
    /** Any of them, and of one write only some sectors. */
    TORN,
    /** All: the process died, the system did not. */
    KEPT
}
