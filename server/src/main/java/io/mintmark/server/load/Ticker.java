package io.mintmark.server.load;

/** Reads passing time, so that tests can make it pass. */
@FunctionalInterface
public interface Ticker {
    /** This machine's. */
    Ticker SYSTEM = System::nanoTime;

    /** Returns nanoseconds since an arbitrary moment; only differences mean something. */
    long nanos();
}
