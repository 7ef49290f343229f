package io.mintmark.storage.cutoff;

import io.mintmark.storage.write.CounterName;

/** Which numbers are this claim's to give to clients, and were given to them. Safe for any number of threads. */
@FunctionalInterface
public interface OwnedNumbers {
    /** Returns whether this claim gave a number to a client; false also where that is not known any more. */
    boolean isOwned(CounterName counter, long number);
}
