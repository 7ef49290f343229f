package io.mintmark.indexes.definition;

import io.mintmark.internal.Ticker;
import io.mintmark.storage.StorageClosedException;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * For whom scripts are evaluated: for an index, which waits as long as its database is open, or for a request, which
 * does not wait long.
 *
 * @param permits say when
 * @param database whose turn it takes
 * @param givesUp says whether nobody wants it any more
 * @param givenUp makes what is thrown then
 */
public record ScriptAsker(
        ScriptPermits permits, String database, BooleanSupplier givesUp, Supplier<? extends RuntimeException> givenUp) {
    /** How long the scripts of a request wait for one turn. */
    static final Duration REQUEST_MAX = Duration.ofSeconds(15);

    /** Returns one for the indexes of {@code database}, which give up when that {@code isShut}. */
    public static ScriptAsker ofIndex(ScriptPermits permits, String database, BooleanSupplier isShut) {
        return new ScriptAsker(permits, database, isShut, () -> closed(database));
    }

    /**
     * Returns one for a request, which gives up when its client {@code hasLeft}, or after {@link #REQUEST_MAX};
     * {@code refusal} makes what is thrown then of a message.
     */
    public static ScriptAsker ofRequest(
            ScriptPermits permits,
            String database,
            BooleanSupplier hasLeft,
            Function<String, ? extends RuntimeException> refusal,
            Ticker ticker) {
        long begun = ticker.nanos();
        return new ScriptAsker(
                permits,
                database,
                () -> hasLeft.getAsBoolean() || ticker.nanos() - begun > REQUEST_MAX.toNanos(),
                () -> refusal.apply("Scripts of the database '" + database
                        + "' had no turn at the process for scripts for "
                        + REQUEST_MAX.toSeconds() + " s, because others of it take long, so nothing of this request was"
                        + " done: try again in a moment, or look at indexes/errors."));
    }

    private static StorageClosedException closed(String database) {
        return new StorageClosedException(
                "The database " + database + " was closed meanwhile, and nothing was done: try again.");
    }

    /** Waits for a turn. */
    ScriptPermits.Permit acquire() {
        ScriptPermits.Permit permit = permits.acquire(database, givesUp);
        if (permit == null) {
            throw givenUp.get();
        }
        return permit;
    }
}
