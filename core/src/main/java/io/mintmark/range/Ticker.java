package io.mintmark.range;

/** Where generators read time, so that tests can make it pass. */
@FunctionalInterface
interface Ticker {
    /** The one of this machine. */
    Ticker SYSTEM = System::nanoTime;

    /** Returns nanoseconds since an arbitrary moment; never fewer than before. */
    long nanos();
}
