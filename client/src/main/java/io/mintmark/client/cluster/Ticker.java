package io.mintmark.client.cluster;

/** A monotonic clock, replaceable so that tests can move it. */
@FunctionalInterface
public interface Ticker {
    /** The clock of this machine. */
    Ticker SYSTEM = System::nanoTime;

    /** Returns the nanoseconds since an arbitrary moment; only differences have a meaning. */
    long nanos();
}
