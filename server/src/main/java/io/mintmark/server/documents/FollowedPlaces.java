package io.mintmark.server.documents;

import io.mintmark.support.FairShare;
import io.mintmark.web.http.Overload;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Places for batches that wait for indexes: few, since each keeps one of the places of requests at work, and shared out
 * among databases and among senders, so that another one finds some. A sender is a principal or, where nobody says who
 * he is, an address. Thread-safe.
 */
final class FollowedPlaces {
    /** As one database alone gets half of them, 16 batches of it wait. */
    static final int OF_DATABASES = 32;

    /** One sender alone has 24 of those: more than one database, and not all. */
    static final int OF_SENDERS = 48;

    private final FairShare<String> databases = new FairShare<>(OF_DATABASES, OF_DATABASES);
    private final FairShare<Object> senders = new FairShare<>(OF_SENDERS, OF_SENDERS);

    /** Returns what gives a place back, also if it is run again; refuses where there is none. */
    Runnable take(String database, Object sender) {
        if (!databases.take(database, 1)) {
            throw refusal("for indexes of the database '" + database + "'");
        }
        if (!senders.take(sender, 1)) {
            databases.giveBack(database, 1);
            throw refusal("for indexes for the same sender");
        }
        AtomicBoolean given = new AtomicBoolean();
        return () -> {
            if (given.compareAndSet(false, true)) {
                databases.giveBack(database, 1);
                senders.giveBack(sender, 1);
            }
        };
    }

    private static RuntimeException refusal(String what) {
        return Overload.refusal("As many batches wait " + what
                + " as may, so nothing of this one was done: try again in a moment, or save without waiting.");
    }
}
