package io.mintmark.cli;

/** A program that calls the nodes of a rolling restart, one call after the other, until it is told to finish. */
interface RestartCaller extends Runnable {
    /** Returns which client it is. */
    String client();

    /** Asks it to end after its present calls. */
    void finish();

    /** Returns what it got; complete once it has ended. */
    CallTally tally();
}
