package io.mintmark.server.indexing;

import io.mintmark.MintmarkException;
import io.mintmark.internal.Ticker;
import io.mintmark.storage.StorageClosedException;
import io.mintmark.storage.StorageFailedException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;

/**
 * What the log gets of failures of one index, which is tried again and again: the first one, and then one a minute at
 * most, with how many there were. Used by one thread.
 *
 * <p>A database that is closed, or deleted at another node, ends its indexes in a moment: that is no failure of theirs.
 * What stopped a database that is neither is told by its writer.
 */
final class IndexTrouble {
    private static final long REST_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final Logger log;
    private final Ticker ticker;
    private final String what;
    private boolean told;
    private long toldAt;
    private long further;

    /** Tells {@code log} that {@code what} cannot go on. */
    IndexTrouble(Logger log, Ticker ticker, String what) {
        this.log = log;
        this.ticker = ticker;
        this.what = what;
    }

    void failed(RuntimeException why) {
        if (why instanceof StorageClosedException || why instanceof StorageFailedException) {
            log.debug("{}: {}", what, why.getMessage());
        } else if (!told) {
            begin(why);
        } else if (ticker.nanos() - toldAt < REST_NANOS) {
            further++;
        } else {
            log.warn(
                    "{}, and {} times before since the last line: {}", what, further, String.valueOf(why.getMessage()));
            took();
        }
    }

    /** What we throw ourselves says all that there is to know. */
    private void begin(RuntimeException why) {
        if (why instanceof MintmarkException) {
            log.warn("{}: {}", what, why.getMessage());
        } else {
            log.warn("{}", what, why);
        }
        told = true;
        took();
    }

    private void took() {
        toldAt = ticker.nanos();
        further = 0;
    }

    /** The next failure is news. */
    void over() {
        told = told && ticker.nanos() - toldAt < REST_NANOS;
    }
}
