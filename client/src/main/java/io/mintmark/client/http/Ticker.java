package io.mintmark.client.http;

/** Where time that passes is read, so that tests can make it pass. */
@FunctionalInterface
public interface Ticker {
    /** The one of this machine. */
    Ticker SYSTEM = System::nanoTime;

    /** Returns nanoseconds since an arbitrary moment; only differences mean something. */
    long nanos();
}
