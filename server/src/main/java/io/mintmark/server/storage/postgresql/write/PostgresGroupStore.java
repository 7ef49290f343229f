package io.mintmark.server.storage.postgresql.write;

import io.mintmark.server.storage.evaluation.EngineException;
import io.mintmark.server.storage.evaluation.GroupUndoneException;
import io.mintmark.server.storage.evaluation.GroupUndoneException.Reason;
import io.mintmark.server.storage.evaluation.ReadSet;
import io.mintmark.server.storage.evaluation.Rows;
import io.mintmark.server.storage.group.GroupChanges;
import io.mintmark.server.storage.group.GroupStore;
import io.mintmark.server.storage.postgresql.sql.Failures;
import io.mintmark.server.storage.postgresql.sql.SqlScript;
import io.mintmark.server.storage.row.FetchedRows;
import io.mintmark.server.storage.row.GroupTables;
import io.mintmark.server.storage.row.LeaseRow;
import io.mintmark.server.storage.row.RowsElsewhere;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a group of writes is in PostgreSQL: one transaction of three round trips, on a connection that is lent for it. Rows are
 * fetched and locked, the work runs in memory, what changed is written with the fence behind it, and COMMIT.
 *
 * <p>Until COMMIT is sent, whatever fails undoes the group for certain. A COMMIT that is not answered is never cancelled;
 * {@link UnknownCommit} finds out what became of it.
 */
public final class PostgresGroupStore implements GroupStore, RowsElsewhere {
    private static final Logger LOG = LoggerFactory.getLogger(PostgresGroupStore.class);

    private final Surroundings with;
    private final NodeState state;
    private final GroupTables tables = GroupTables.ofFetched();
    private final CollectionMemory collections = new CollectionMemory();
    private final Presumed presumed = new Presumed();
    private final GroupChanges changes;
    private final FetchedRows rows;
    private final GroupFetch fetch;
    private final GroupWrite write;
    private final UnknownCommit unknown;
    private final Forgetting forgetting;

    private final LentConnection lent;

    private long etagBefore;
    private boolean fenced;

    /** Takes the node's row of a database over, so that only this claim writes under its tag from now on. */
    public PostgresGroupStore(DatabaseRow database, Surroundings with) {
        this.with = with;
        this.lent = new LentConnection(with.source());
        this.state = new TakeOver(database, with.claim(), with.source(), with.ticker()).run();
        this.changes = new GroupChanges(with.listener());
        this.rows = new FetchedRows(database.writtenBy(with.claim().tag()), tables, this, changes);
        this.fetch = new GroupFetch(database.number(), tables, collections);
        this.write = new GroupWrite(database.number(), state.node(), tables);
        this.unknown = new UnknownCommit(database.number(), state, with.source(), with.ticker());
        this.forgetting = new Forgetting(database.number(), with.leases(), state, with.clock(), with.ticker());
    }

    /** Returns the name of the database's life. Any thread may ask. */
    public String life() {
        return rows.life();
    }

    /** Draws etags above {@code peersEtag} from now on. Any thread may call it. */
    public void liftEtags(long peersEtag) {
        state.lift(peersEtag);
    }

    @Override
    public Rows rows() {
        return rows;
    }

    @Override
    public void begin() {
        tables.forgetAll();
        etagBefore = state.etagsAfter();
        rows.begin(with.clock().instant(), etagBefore, state.serial());
        try {
            lent.borrow();
        } catch (SQLException e) {
            throw undone(new GroupUndoneException(Reason.UNREACHABLE, e));
        }
    }

    @Override
    public boolean fetchesGroups() {
        return true;
    }

    @Override
    public void fetch(ReadSet keys) {
        try {
            fetch.run(lent.get(), keys, presumed);
        } catch (SQLException e) {
            throw undone(Failures.beforeCommit(e));
        }
        rows.fetched(keys, fetch.lastCollection());
    }

    @Override
    public String collectionName(long number) {
        try {
            return fetch.collectionName(lent.get(), number);
        } catch (SQLException e) {
            throw undone(Failures.beforeCommit(e));
        }
    }

    @Override
    public @Nullable LeaseRow lease(long serial) {
        try {
            return fetch.lease(lent.get(), serial);
        } catch (SQLException e) {
            throw undone(Failures.beforeCommit(e));
        }
    }

    @Override
    public long highestEndBefore(String counterKey) {
        return with.earlier().highestEnd(counterKey);
    }

    @Override
    public void tidyIfOverdue() {
        // Between two groups is soon enough: nobody's answer waits for it there.
    }

    @Override
    public void commit() {
        rows.versionCounters();
        if (tables.isChanged() || rows.etag() != etagBefore) {
            write();
            endByCommit();
            state.committed(rows.etag(), rows.leaseSerial());
            tables.collections()
                    .changes()
                    .forEach((key, row) -> row.ifPresent(added -> collections.remember(key, added)));
        } else {
            lent.undo();
        }
        presumed.forget();
        tables.forgetAll();
        changes.publish();
    }

    private void write() {
        SqlScript script = new SqlScript();
        write.addTo(script);
        fenced = false;
        state.addFence(
                script, rows.etag(), rows.leaseSerial(), write.newIdentities(), updated -> fenced = updated != 1);
        try {
            script.run(lent.get());
        } catch (SQLException e) {
            if (Failures.isConflict(e)) {
                presumed.learnCounters(tables.counters());
                presumed.learnDocuments(tables.documents());
            }
            throw undone(Failures.beforeCommit(e));
        }
        if (fenced) {
            throw new EngineException(new SQLException("the claim of epoch " + state.epoch() + " ended"), true);
        }
    }

    private void endByCommit() {
        SQLException unanswered;
        try {
            unanswered = lent.commit();
        } catch (SQLException e) {
            throw undone(Failures.beforeCommit(e));
        }
        if (unanswered != null) {
            LOG.warn("A COMMIT was not answered; what became of it is asked now: {}", unanswered.getMessage());
            if (!unknown.isCommitted(unanswered)) {
                throw undone(new GroupUndoneException(Reason.CONFLICT, unanswered));
            }
        }
    }

    /** Undoes all of the group; returns {@code why}. */
    private GroupUndoneException undone(GroupUndoneException why) {
        changes.discard();
        lent.undo();
        tables.forgetAll();
        return why;
    }

    @Override
    public void afterCommit() {
        tidyWhileIdle();
    }

    @Override
    public void tidyWhileIdle() {
        if (forgetting.isDue()) {
            try {
                lent.aside(forgetting::forgetSome);
            } catch (SQLException e) {
                forgetting.failed();
                LOG.debug("old leases could not be forgotten now", e);
            }
        }
    }

    @Override
    public String ownerLost() {
        return " is written under the node tag " + state.node()
                + " by another server, which claimed that tag: this one uses"
                + " it no more, and what it was about to write was not kept. Give each server a tag of its own, or let them"
                + " choose by `--node-tag auto`; then restart this one.";
    }

    @Override
    public void abandon() {
        changes.forget();
        lent.undo();
        tables.forgetAll();
    }

    @Override
    public void leaveInOrder() {
        lent.asideOrFail(state::close);
    }

    @Override
    public void close() {
        lent.undo();
    }
}
