package io.mintmark.storage.engine;

import io.mintmark.MintmarkException;
import io.mintmark.storage.lifecycle.Progress;
import io.mintmark.storage.write.LeastRaise;
import java.util.List;

/** A store that was put back from a backup, and that no server uses until it is closed. Used by one thread. */
public interface RestoredStore extends AutoCloseable {
    /** Returns the names of all databases, sorted by their key forms. */
    List<String> databases();

    /**
     * Returns by how much a database must be raised at least, as far as the copy knows. One that was put back and
     * raised before does not know of that.
     */
    LeastRaise least(String database);

    /**
     * Raises what belongs to no database: where databases begin that are created from now on, since one of the same
     * name may have been there after the copy was made, and the numbers by which clients compare settings. It belongs
     * to every raise, also to that of a single database. Durable when it returns.
     *
     * @param by as {@link #raise} has it
     */
    void raiseWhatIsShared(long by);

    /**
     * Raises every number of a database, so that none that was given out since the copy was made comes again: counters,
     * identities, the number in server-side ids, versions. Leases of before cannot be returned. Durable when it
     * returns; if it fails, nothing changed.
     *
     * @param by at least as many numbers as any of them moved since then, 1 to 2^53-1
     * @param progress hears now and then how far the work is
     * @throws MintmarkException if there is no such database, or it cannot be raised
     */
    Raised raise(String database, long by, Progress progress);

    /**
     * The outcome of raising a database.
     *
     * @param database its name
     * @param counters how many counters were raised
     * @param identities how many identities were raised
     * @param incarnation the incarnation that begins, which is part of every token from now on
     */
    record Raised(String database, long counters, long identities, long incarnation) {}

    @Override
    void close();
}
