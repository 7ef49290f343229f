package io.mintmark.server.maintenance;

import io.mintmark.MintmarkException;
import io.mintmark.document.KeyForm;
import io.mintmark.server.StoreSettings;
import io.mintmark.storage.postgresql.StoreVisit;
import io.mintmark.storage.postgresql.claim.StoreRaise;
import io.mintmark.storage.write.LeastRaise;
import java.util.List;

/** A store in PostgreSQL that was put back from a backup, and that no server uses. Used by one thread. */
public final class RestoredStore implements AutoCloseable {
    private final StoreVisit visit;
    private final StoreRaise raise;

    private RestoredStore(StoreVisit visit) {
        this.visit = visit;
        this.raise = visit.raise();
    }

    /**
     * Enters the store.
     *
     * @throws MintmarkException if it cannot be entered, or no server ever used it
     */
    public static RestoredStore open(StoreSettings settings) {
        return new RestoredStore(StoreVisit.open(StoreAddress.of(settings)));
    }

    /** Returns the names of all databases, sorted by their key forms. */
    public List<String> databases() {
        return raise.databases();
    }

    /** Returns by how much a database must be raised at least, as {@link DataDirectory#least} does. */
    public LeastRaise least(String database) {
        return raise.least(KeyForm.of(database));
    }

    /** Raises what belongs to no database, and where those begin that may have been made since the copy. */
    public void raiseWhatIsShared(long by) {
        raise.raiseWhatIsShared(by);
    }

    /**
     * Raises every number of a database, as {@link DataDirectory#raise} does. Durable when it returns; if it fails,
     * nothing changed.
     *
     * @throws MintmarkException if there is no such database, or a server lives
     */
    public DataDirectory.Raised raise(String database, long by) {
        StoreRaise.Raised raised = raise.raise(database, KeyForm.of(database), by);
        return new DataDirectory.Raised(
                raised.database(), raised.counters(), raised.identities(), raised.incarnation());
    }

    @Override
    public void close() {
        visit.close();
    }
}
