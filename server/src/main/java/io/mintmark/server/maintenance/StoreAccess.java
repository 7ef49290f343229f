package io.mintmark.server.maintenance;

import io.mintmark.MintmarkException;
import io.mintmark.server.StoreSettings;
import io.mintmark.storage.postgresql.StoreVisit;
import io.mintmark.web.access.principal.SharedAccessList;
import io.mintmark.web.access.principal.StoredAccessList;

/**
 * The access list of all nodes of a store, as a command reads and changes it; its servers may run. Used by one thread.
 */
public final class StoreAccess implements AutoCloseable {
    private final StoreVisit visit;
    private final StoredAccessList list;

    private StoreAccess(StoreVisit visit) {
        this.visit = visit;
        this.list = new SharedAccessList(visit.accessList());
    }

    /**
     * Enters the store.
     *
     * @param begin whether the tables are made where no server did so yet, as the first start would
     * @throws MintmarkException if it cannot be entered, or it has no tables and none are to be made
     */
    public static StoreAccess open(StoreSettings settings, boolean begin) {
        return new StoreAccess(
                begin ? StoreVisit.openOrBegin(StoreAddress.of(settings)) : StoreVisit.open(StoreAddress.of(settings)));
    }

    /** Returns the list. */
    public StoredAccessList list() {
        return list;
    }

    @Override
    public void close() {
        visit.close();
    }
}
