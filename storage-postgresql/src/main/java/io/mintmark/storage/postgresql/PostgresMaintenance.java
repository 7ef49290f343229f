package io.mintmark.storage.postgresql;

import io.mintmark.storage.engine.RestoredStore;
import io.mintmark.storage.engine.StoreMaintenance;
import io.mintmark.storage.engine.StoreNodes;
import io.mintmark.storage.engine.VisitedAccess;
import io.mintmark.storage.lifecycle.MoveSource;
import io.mintmark.storage.lifecycle.MoveTarget;
import io.mintmark.storage.lifecycle.Progress;
import io.mintmark.storage.postgresql.sql.PostgresAddress;

/** What is done with a store in PostgreSQL by hand; PostgreSQL's own tools check it and copy it. */
final class PostgresMaintenance implements StoreMaintenance {
    private final PostgresAddress address;

    PostgresMaintenance(PostgresAddress address) {
        this.address = address;
    }

    @Override
    public RestoredStore openRestored() {
        return StoreVisit.open(address).raise();
    }

    @Override
    public MoveTarget moveHere(MoveSource source, Progress progress) {
        StoreVisit visit = StoreVisit.openOrBegin(address);
        try {
            return visit.move(source, progress);
        } catch (RuntimeException | Error e) {
            visit.close();
            throw e;
        }
    }

    @Override
    public VisitedAccess visitAccess(boolean begin) {
        return begin ? StoreVisit.openOrBegin(address) : StoreVisit.open(address);
    }

    @Override
    public StoreNodes nodes() {
        try (StoreVisit visit = StoreVisit.look(address)) {
            return visit.nodes();
        }
    }
}
