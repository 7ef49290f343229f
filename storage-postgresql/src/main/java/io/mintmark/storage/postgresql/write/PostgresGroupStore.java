package io.mintmark.storage.postgresql.write;

import io.mintmark.storage.evaluation.AnnouncedRows;
import io.mintmark.storage.evaluation.GroupUndoneException;
import io.mintmark.storage.evaluation.GroupUndoneException.Reason;
import io.mintmark.storage.evaluation.GroupUnknownException;
import io.mintmark.storage.evaluation.ReadSet;
import io.mintmark.storage.group.GroupStore;
import io.mintmark.storage.postgresql.catalog.DatabaseRow;
import io.mintmark.storage.postgresql.claim.Lane;
import io.mintmark.storage.postgresql.claim.WriterProgress;
import io.mintmark.storage.postgresql.sql.CounterWrite;
import io.mintmark.storage.postgresql.sql.DocumentWrite;
import io.mintmark.storage.postgresql.sql.Failures;
import io.mintmark.storage.postgresql.sql.GroupWrite;
import io.mintmark.storage.postgresql.sql.IndexTableWrite;
import io.mintmark.storage.postgresql.sql.SqlScript;
import io.mintmark.storage.row.CollectionMemory;
import io.mintmark.storage.row.DocumentRow;
import io.mintmark.storage.row.GroupChanges;
import io.mintmark.storage.row.GroupIndexRows;
import io.mintmark.storage.row.GroupRows;
import io.mintmark.storage.row.GroupTables;
import io.mintmark.storage.row.LeaseRow;
import io.mintmark.storage.row.LeaseSerials;
import io.mintmark.storage.sql.ConnectionUse;
import io.mintmark.storage.write.RequestKeyException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a group of writes is in PostgreSQL, in one lane: a transaction of two or three round trips, on a connection that
 * is lent for it. Rows are fetched and locked, unless they are presumed to be new, the work runs in memory, and
 * {@link FencedCommit} ends it.
 */
public final class PostgresGroupStore extends AnnouncedRows implements GroupStore {
    private static final Logger LOG = LoggerFactory.getLogger(PostgresGroupStore.class);

    private final Lane lane;
    private final DatabaseContext with;
    private final LaneState state;
    private final LaneEtags etags;
    private final GroupTables tables = GroupTables.of(this);
    private final CollectionMemory collections = new CollectionMemory();
    private final MissedKeys presumed = new MissedKeys();
    private final NewKeyForecast novelty = new NewKeyForecast();
    private final GroupChanges changes;
    private final GroupRows rows;
    private final GroupIndexRows indexRows;
    private final GroupFetch fetch;
    private final IdentityTake take;
    private final EarlyInserts early;
    private final FencedCommit end;
    private final UnknownCommit unknown;
    private final Tidying tidying;

    private final LentConnection lent;

    /**
     * What an earlier request was answered is visible before a standby has it: it is told again only after a commit.
     */
    private boolean tellsAnswers;

    /** Whether the group under way fetched anything, and so has its bounds. */
    private boolean isBounded;

    /** Whether identities are locked, because a group drew more than was taken for it. */
    private boolean locksIdentities;

    /** Writes a lane whose row was taken over. */
    PostgresGroupStore(Lane lane, DatabaseRow database, DatabaseContext with, LaneState state, LaneEtags etags) {
        DataSource source = lane == Lane.COUNTERS ? with.counterSource() : with.source();
        this.lane = lane;
        this.with = with;
        this.lent = new LentConnection(source);
        this.state = state;
        this.etags = etags;
        this.changes = new GroupChanges(with.listener());
        this.rows = new GroupRows(database.writtenBy(with.claim().tag()), tables, this, changes);
        this.fetch = new GroupFetch(database.number(), tables, collections, with.engine());
        this.take = new IdentityTake(database, state, with.beats());
        this.unknown = new UnknownCommit(database.number(), state, source, with.ticker());
        DocumentWrite documents = new DocumentWrite(database.number(), state.node(), tables);
        this.early = new EarlyInserts(database.name(), lent, documents, fetch);
        this.indexRows = new GroupIndexRows(rows, state.epoch());
        GroupWrite write = new GroupWrite(
                new CounterWrite(database.number(), state.node(), tables),
                documents,
                new IndexTableWrite(database.number(), tables.indexes()));
        this.end = new FencedCommit(state, etags, write, unknown, lent, early, with.ticker());
        this.tidying = lane == Lane.COUNTERS
                ? new Tidyings(
                        new Forgetting(database.number(), with, state),
                        new ForgottenCuts(database.number(), with, state),
                        new ForgottenKeys(database.number(), with, state),
                        new SampledGrowth(database, with.ticker()))
                : new ForgottenDeletions(database.number(), with.ticker());
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
        tables.forgetAll();
        tellsAnswers = false;
        isBounded = false;
        take.forget();
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
            presumed.forget();
        }
    }

    @Override
    public boolean fetchesGroups() {
        return true;
    }

    @Override
    public void fetch(ReadSet keys) {
        if (novelty.presumes(keys, collections, presumed)) {
            fetch.rememberedCollections(keys);
        } else {
            ReadSet ignored = asked(connection -> {
                takeAndFetch(connection, keys);
                return keys;
            });
            novelty.fetched(keys, tables.documents());
        }
        tellsAnswers |= !keys.answers().isEmpty() || !keys.requestKeys().isEmpty();
        announced(keys);
    }

    /** What only draws numbers needs nothing beyond these, and no lock. */
    private void takeAndFetch(Connection connection, ReadSet keys) throws SQLException {
        List<ReadSet.Draw> draws = takesNumbers() ? keys.draws() : List.of();
        if (!draws.isEmpty()) {
            take.run(connection, draws, script -> fetch.addAnswers(script, keys));
            take.show(tables.identities());
        }
        List<String> locked =
                keys.identities().stream().filter(key -> !take.isTaken(key)).toList();
        if (draws.isEmpty() || !locked.isEmpty() || asksForMore(keys)) {
            fetch.run(connection, keys, presumed, locked);
            isBounded = true;
        }
    }

    /** Nobody waits for the locks of a node that is alone, which spare it a commit for each group. */
    private boolean takesNumbers() {
        return lane == Lane.COUNTERS && !locksIdentities && !with.alone().getAsBoolean();
    }

    private boolean asksForMore(ReadSet keys) {
        return !presumed.isEmpty()
                || !keys.counters().isEmpty()
                || !keys.documents().isEmpty()
                || !keys.collections().isEmpty()
                || !keys.indexes().isEmpty()
                || keys.hasIndexList();
    }

    /** Asks the engine within the transaction. */
    private <T> T asked(ConnectionUse<T> question) {
        try {
            early.finish();
            return question.on(lent.get());
        } catch (SQLException e) {
            throw undone(Failures.beforeCommit(e));
        }
    }

    @Override
    public String collectionName(long number) {
        return asked(connection -> fetch.collectionName(connection, number));
    }

    @Override
    public long lastCollection() {
        return fetch.lastCollection();
    }

    @Override
    public @Nullable LeaseRow lease(long serial) {
        return asked(connection -> fetch.lease(connection, serial)).orElse(null);
    }

    /** Groups of other nodes that are on their way are not counted yet. */
    @Override
    public void requireRoomForKeys(long added) {
        long most = with.answers().most();
        if (fetch.keyedKept() + added >= most) {
            throw RequestKeyException.noRoom(most);
        }
    }

    /** New documents need not wait for the others of their group. */
    @Override
    public boolean added(DocumentRow row) {
        if (!novelty.isPresumed()) {
            return false;
        }
        List<DocumentRow> sent =
                early.add(row, each -> tables.documents().isNow(each.id().key(), each));
        sent.forEach(each -> tables.documents().written(each.id().key(), each));
        return !sent.isEmpty();
    }

    @Override
    public RuntimeException cannotUndo() {
        novelty.wasWrong();
        return undone(new GroupUndoneException(
                Reason.CONFLICT, new SQLException("documents of a batch that is refused were inserted already")));
    }

    @Override
    public long highestEndBefore(String counterKey) {
        return with.earlier().highestEnd(counterKey);
    }

    @Override
    public long reservedAheadBefore(String counterKey) {
        return with.earlier().reservedAhead(counterKey);
    }

    @Override
    public void tidyIfOverdue() {
        // Between two groups is soon enough: nobody's answer waits for it there.
    }

    @Override
    public void commit() {
        rows.versionCounters();
        requireNovel();
        requireTaken();
        if (tables.isChanged() || rows.etag() != 0 || tellsAnswers || take.isAny()) {
            write();
            locksIdentities = false;
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

    private void requireNovel() {
        if (novelty.isWrong(tables.documents())) {
            SQLException why = new SQLException("a group that fetched nothing asked for more than it adds");
            throw undone(new GroupUndoneException(Reason.CONFLICT, why));
        }
    }

    /** What was answered when the numbers were taken, and is forgotten since, was not counted. */
    private void requireTaken() {
        if (!take.settle(tables.identities())) {
            locksIdentities = true;
            throw undone(new GroupUndoneException(
                    Reason.CONFLICT, new SQLException("a group drew more of an identity than was taken for it")));
        }
    }

    private void write() {
        SqlScript begun = new SqlScript();
        if (!isBounded) {
            fetch.addBounds(begun);
        }
        try {
            end.run(rows, begun);
        } catch (GroupUndoneException e) {
            if (e.reason() == Reason.CONFLICT) {
                learn();
            }
            throw undone(e);
        } catch (GroupUnknownException notYet) {
            changes.forget();
            tables.forgetAll();
            throw notYet;
        }
    }

    private void learn() {
        if (novelty.isPresumed()) {
            novelty.wasWrong();
        }
        presumed.learnCounters(tables.counters());
        presumed.learnDocuments(tables.documents());
    }

    /** Undoes all of the group; returns {@code why}. */
    private GroupUndoneException undone(GroupUndoneException why) {
        if (Failures.isIdleTooLong(why.getCause())) {
            fetch.beLenient();
        }
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
