package io.mintmark.server.documents.batch;

import java.util.function.LongConsumer;

/**
 * What one stream has in memory, claimed some at a time, so that its many small commands ask nobody. Used by one thread
 * at a time.
 */
final class StreamMemory {
    private static final long STEP_BYTES = 64 << 10;

    private final LongConsumer claim;
    private long held;
    private long claimed;

    /** Claims from {@code claim}, which throws if there is not so much, and takes back what is negative. */
    StreamMemory(LongConsumer claim) {
        this.claim = claim;
    }

    /** Accounts for {@code bytes} more, or throws and leaves everything as it was. */
    void hold(long bytes) {
        long needed = held + bytes;
        if (needed > claimed) {
            claimUpTo(needed + STEP_BYTES);
        }
        held = needed;
    }

    /** Accounts for {@code bytes} less. */
    void letGo(long bytes) {
        held -= bytes;
        if (claimed - held > 2 * STEP_BYTES) {
            claimUpTo(held + STEP_BYTES);
        }
    }

    private void claimUpTo(long bytes) {
        claim.accept(bytes - claimed);
        claimed = bytes;
    }
}
