package io.mintmark.range;

import java.util.Deque;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ranges on their way back from an idle generator, so that closing does not overtake them.
 *
 * @param newestFirst sealed segments
 * @param done opens when all of them are settled
 */
record Surplus(Deque<Segment> newestFirst, CountDownLatch done) {

    /** Waits for the end, but not longer; an interrupt ends the wait and stays set. */
    void awaitQuietly(long nanos) {
        try {
            if (!done.await(nanos, TimeUnit.NANOSECONDS)) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
