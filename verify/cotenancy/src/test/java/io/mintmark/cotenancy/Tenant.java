package io.mintmark.cotenancy;

import java.util.function.LongConsumer;

/** A program that counts with a shared counter: ours, a living peer, or one that is replayed. For any number of threads. */
interface Tenant extends AutoCloseable {

    /** Issues the next number or numbers, tells each of them, and returns how many. */
    int issue(LongConsumer issued);

    /** Returns how often it reserved numbers so far; what cannot be seen from outside is counted as low as it can be. */
    long reservations();

    @Override
    default void close() {}
}
