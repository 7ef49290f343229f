package io.mintmark.storage.postgresql;

import io.mintmark.MintmarkException;
import io.mintmark.RandomBytes;
import io.mintmark.internal.Sleeper;
import io.mintmark.storage.engine.StoreNodes;
import io.mintmark.storage.engine.VisitedAccess;
import io.mintmark.storage.lifecycle.MoveSource;
import io.mintmark.storage.lifecycle.Progress;
import io.mintmark.storage.postgresql.catalog.SharedAccess;
import io.mintmark.storage.postgresql.catalog.StoreMove;
import io.mintmark.storage.postgresql.claim.StoreRaise;
import io.mintmark.storage.postgresql.sql.Layout;
import io.mintmark.storage.postgresql.sql.PostgresAddress;
import io.mintmark.storage.postgresql.sql.PostgresConnections;
import io.mintmark.storage.postgresql.sql.Transactions;
import io.mintmark.storage.sql.Statements;
import io.mintmark.support.SharedText;
import java.util.function.Consumer;

/** A store as a command enters it, which is no node and claims nothing. Used by one thread. */
final class StoreVisit implements VisitedAccess {
    private final PostgresConnections connections;
    private final Transactions transactions;

    private StoreVisit(PostgresAddress address) {
        this.connections = PostgresConnections.open(address);
        this.transactions = Transactions.ofCommand(connections, Sleeper.SYSTEM);
    }

    /**
     * Enters a store that servers use, and changes nothing of it.
     *
     * @throws MintmarkException if it cannot be entered, or no server ever used it
     */
    static StoreVisit look(PostgresAddress address) {
        return entered(address, StoreVisit::requireUsed);
    }

    /**
     * Enters a store that servers use, and brings its tables up to date.
     *
     * @throws MintmarkException if it cannot be entered, or no server ever used it
     */
    static StoreVisit open(PostgresAddress address) {
        return entered(address, visit -> {
            visit.requireUsed();
            visit.layOut();
        });
    }

    /**
     * Enters a store, and makes the tables where no server did so yet.
     *
     * @throws MintmarkException if it cannot be entered
     */
    static StoreVisit openOrBegin(PostgresAddress address) {
        return entered(address, StoreVisit::layOut);
    }

    private static StoreVisit entered(PostgresAddress address, Consumer<StoreVisit> begin) {
        StoreVisit visit = new StoreVisit(address);
        try {
            begin.accept(visit);
            return visit;
        } catch (RuntimeException | Error e) {
            visit.close();
            throw e;
        }
    }

    private void layOut() {
        new Layout(connections, RandomBytes.secure(), Sleeper.SYSTEM).bringUpToDate();
    }

    private void requireUsed() {
        PostgresAddress address = connections.address();
        boolean used = transactions.read(connection -> Statements.number(
                                connection,
                                "SELECT count(*) FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n"
                                        + " ON n.oid = c.relnamespace WHERE n.nspname = ? AND c.relname = 'node'",
                                address.schema())
                        .orElse(0))
                > 0;
        if (!used) {
            throw new MintmarkException("No server has used the schema " + address.schema() + " at " + address.shown()
                    + " as its store: correct --store or --store-schema.");
        }
    }

    @Override
    public SharedText accessList() {
        return new SharedAccess(transactions, connections.address().shown(), null);
    }

    /** Returns what raises all numbers of the store, and leaves it in the end. */
    StoreRaise raise() {
        return new StoreRaise(connections, transactions);
    }

    /** Returns what moves all of {@code source} into the store, and leaves it in the end. */
    StoreMove move(MoveSource source, Progress progress) {
        return new StoreMove(connections, transactions, source, progress);
    }

    /** Returns the nodes that ever claimed a tag, and what the store promises. */
    StoreNodes nodes() {
        return transactions.read(connection -> NodeReading.read(connections.address(), connection));
    }

    @Override
    public void close() {
        connections.close();
    }
}
