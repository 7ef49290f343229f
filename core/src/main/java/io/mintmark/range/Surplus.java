package io.mintmark.range;

import java.util.Deque;
import java.util.concurrent.CountDownLatch;

/**
 * Ranges on their way back from an idle generator, so that closing does not overtake them.
 *
 * @param newestFirst sealed segments
 * @param done opens when all of them are settled
 */
record Surplus(Deque<Segment> newestFirst, CountDownLatch done) {

    /** Gives them back on the refiller's threads; if it refuses, closing finds those that callers did not walk past. */
    void giveBack(Refiller refiller, Settlement settlement) {
        try {
            refiller.execute(() -> {
                try {
                    settlement.settleAll(newestFirst);
                } finally {
                    done.countDown();
                }
            });
        } catch (Throwable refused) { // an Error too: there may be no thread
            done.countDown();
        }
    }
}
