package io.mintmark.storage.postgresql.write;

import io.mintmark.storage.evaluation.GroupUndoneException;
import io.mintmark.storage.evaluation.GroupUndoneException.Reason;
import io.mintmark.storage.evaluation.GroupUnknownException;
import io.mintmark.storage.evaluation.ReadSet;
import io.mintmark.storage.group.GroupStore;
import io.mintmark.storage.postgresql.catalog.DatabaseRow;
import io.mintmark.storage.postgresql.claim.Lane;
import io.mintmark.storage.postgresql.claim.WriterProgress;
import io.mintmark.storage.postgresql.sql.CounterWrite;
import io.mintmark.storage.postgresql.sql.GroupWrite;
import io.mintmark.storage.postgresql.sql.IndexTableWrite;
import io.mintmark.storage.row.GroupChanges;
import io.mintmark.storage.row.GroupIndexRows;
import io.mintmark.storage.row.GroupRows;
import io.mintmark.storage.row.GroupTables;
import io.mintmark.storage.row.LeaseSerials;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a group of writes is in PostgreSQL, in one lane: a transaction of two or three round trips, on a connection that
 * is lent for it. {@link GroupReading} fetches and locks rows, the work runs in memory, and {@link FencedCommit} ends
 * it.
 */
public final class PostgresGroupStore implements GroupStore {
    private static final Logger LOG = LoggerFactory.getLogger(PostgresGroupStore.class);

    private final Lane lane;
    private final DatabaseContext with;
    private final LaneState state;
    private final LaneEtags etags;
    private final LentConnection lent;
    private final GroupReading reading;
    private final GroupTables tables;
    private final GroupChanges changes;
    private final GroupRows rows;
    private final GroupIndexRows indexRows;
    private final EarlyInserts early;
    private final FencedCommit end;
    private final UnknownCommit unknown;
    private final Tidying tidying;

    /** Writes a lane whose row was taken over. */
    PostgresGroupStore(Lane lane, DatabaseRow database, DatabaseContext with, LaneState state, LaneEtags etags) {
        DataSource source = lane == Lane.COUNTERS ? with.counterSource() : with.source();
        this.lane = lane;
        this.with = with;
        this.lent = new LentConnection(source);
        this.state = state;
        this.etags = etags;
        this.reading = new GroupReading(lane, database, with, state, lent, this::undone);
        this.tables = reading.tables();
        this.early = reading.early();
        this.changes = new GroupChanges(with.listener());
        this.rows = new GroupRows(database.writtenBy(with.claim().tag()), tables, reading, changes);
        this.unknown = new UnknownCommit(database.number(), state, source, with.ticker());
        this.indexRows = new GroupIndexRows(rows, state.epoch());
        GroupWrite write = new GroupWrite(
                new CounterWrite(database.number(), state.node(), tables),
                reading.documents(),
                new IndexTableWrite(database.number(), tables.indexes()));
        this.end = new FencedCommit(state, etags, write, unknown, lent, early, with.ticker());
        this.tidying = Tidying.of(lane, database, with, state);
    }

    /** Returns the name of the database's life. Any thread may ask. */
    public String life() {
        return rows.life();
    }

    @Override
    public String threadName() {
        return lane.threadName();
    }

    @Override
    public boolean isFindingOut() {
        return unknown.isOpen();
    }

    @Override
    public boolean isCutOff() {
        return with.engine().isGone();
    }

    /** Returns how far this lane is for certain. Any thread may ask. */
    WriterProgress acknowledged() {
        return state.acknowledged();
    }

    /** Returns where serials of leases are drawn. Any thread may cut one. */
    public LeaseSerials serials() {
        return state.serials();
    }

    @Override
    public GroupRows rows() {
        return rows;
    }

    /** Returns the rows of indexes in the same transaction. */
    public GroupIndexRows indexRows() {
        return indexRows;
    }

    @Override
    public void begin() {
        reading.begin();
        requireKnown();
        etags.begin();
        rows.begin(with.clock().instant(), etags::draw, state.serials());
        try {
            lent.borrow();
        } catch (SQLException e) {
            throw undone(new GroupUndoneException(Reason.UNREACHABLE, e));
        }
    }

    /** The numbers of a group follow those of the group before it. */
    private void requireKnown() {
        Boolean committed = unknown.requireKnown();
        if (Boolean.TRUE.equals(committed)) {
            etags.committed();
            reading.forgetMissed();
        }
    }

    @Override
    public boolean fetchesGroups() {
        return true;
    }

    @Override
    public void fetch(ReadSet keys) {
        reading.fetch(keys);
    }

    @Override
    public void tidyIfOverdue() {
        // Between two groups is soon enough: nobody's answer waits for it there.
    }

    @Override
    public void commit() {
        rows.versionCounters();
        reading.requireTrue();
        if (tables.isChanged() || rows.etag() != 0 || reading.needsCommit()) {
            write();
            reading.committed();
        } else {
            lent.undo();
        }
        reading.forgetMissed();
        tables.forgetAll();
        changes.publish();
    }

    private void write() {
        try {
            end.run(rows, reading.bounds());
        } catch (GroupUndoneException e) {
            if (e.reason() == Reason.CONFLICT) {
                reading.conflicted();
            }
            throw undone(e);
        } catch (GroupUnknownException notYet) {
            changes.forget();
            tables.forgetAll();
            throw notYet;
        }
    }

    /** Undoes all of the group; returns {@code why}. */
    private GroupUndoneException undone(GroupUndoneException why) {
        reading.beLenientAfter(why);
        changes.discard();
        early.giveUp();
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
        if (unknown.isOpen()) {
            try {
                requireKnown();
            } catch (GroupUndoneException notYet) {
                LOG.debug("the engine has not told yet what became of a group", notYet);
            }
        } else if (tidying.isDue()) {
            forgetSome();
        }
    }

    private void forgetSome() {
        try {
            lent.aside(tidying::forgetSome);
        } catch (SQLException e) {
            tidying.failed();
            LOG.debug("what is old could not be forgotten now", e);
        }
    }

    @Override
    public String ownerLost() {
        return " was deleted by another server, or another one claimed the node tag " + state.node()
                + ": this one uses it no more, and what it was about to write was not kept. If nobody deleted it, give each"
                + " server a tag of its own, or let them choose by `--node-tag auto`; then restart this one.";
    }

    @Override
    public void abandon() {
        changes.forget();
        early.giveUp();
        lent.undo();
        tables.forgetAll();
    }

    @Override
    public void leaveInOrder() {
        lent.asideOrFail(state::close);
    }

    @Override
    public void close() {
        early.close();
        lent.undo();
    }
}
