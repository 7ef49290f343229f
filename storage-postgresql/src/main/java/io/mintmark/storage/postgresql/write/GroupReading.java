package io.mintmark.storage.postgresql.write;

import io.mintmark.storage.evaluation.AnnouncedRows;
import io.mintmark.storage.evaluation.GroupUndoneException;
import io.mintmark.storage.evaluation.GroupUndoneException.Reason;
import io.mintmark.storage.evaluation.ReadSet;
import io.mintmark.storage.postgresql.catalog.DatabaseRow;
import io.mintmark.storage.postgresql.claim.Lane;
import io.mintmark.storage.postgresql.sql.DocumentWrite;
import io.mintmark.storage.postgresql.sql.Failures;
import io.mintmark.storage.postgresql.sql.SqlScript;
import io.mintmark.storage.row.CollectionMemory;
import io.mintmark.storage.row.DocumentRow;
import io.mintmark.storage.row.GroupTables;
import io.mintmark.storage.row.LeaseRow;
import io.mintmark.storage.sql.ConnectionUse;
import io.mintmark.storage.write.RequestKeyException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What a group finds in its transaction: rows that are fetched and locked in one round trip, unless they are presumed
 * to be new. Used by the lane's writer only.
 */
final class GroupReading extends AnnouncedRows {
    private final Lane lane;
    private final DatabaseContext with;
    private final LentConnection lent;
    private final UnaryOperator<GroupUndoneException> undone;
    private final GroupTables tables = GroupTables.of(this);
    private final CollectionMemory collections = new CollectionMemory();
    private final MissedKeys presumed = new MissedKeys();
    private final NewKeyForecast novelty = new NewKeyForecast();
    private final GroupFetch fetch;
    private final IdentityTake take;
    private final DocumentWrite documents;
    private final EarlyInserts early;

    /**
     * What an earlier request was answered is visible before a standby has it: it is told again only after a commit.
     */
    private boolean tellsAnswers;

    /** Whether the group under way fetched anything, and so has its bounds. */
    private boolean isBounded;

    /** Whether identities are locked, because a group drew more than was taken for it. */
    private boolean locksIdentities;

    /** Reads on {@code lent}; {@code undone} undoes all of the group, and returns what it is given. */
    GroupReading(
            Lane lane,
            DatabaseRow database,
            DatabaseContext with,
            LaneState state,
            LentConnection lent,
            UnaryOperator<GroupUndoneException> undone) {
        this.lane = lane;
        this.with = with;
        this.lent = lent;
        this.undone = undone;
        this.fetch = new GroupFetch(database.number(), tables, collections, with.engine());
        this.take = new IdentityTake(database, state, with.beats());
        this.documents = new DocumentWrite(database.number(), state.node(), tables);
        this.early = new EarlyInserts(database.name(), lent, documents, fetch);
    }

    /** Returns what was fetched and what is made of it. */
    GroupTables tables() {
        return tables;
    }

    /** Returns what writes the documents of a group. */
    DocumentWrite documents() {
        return documents;
    }

    /** Returns what writes some of them before the group's end. */
    EarlyInserts early() {
        return early;
    }

    /** Begins a group. */
    void begin() {
        tables.forgetAll();
        tellsAnswers = false;
        isBounded = false;
        take.forget();
    }

    /** Fetches the rows that the group asks for. */
    void fetch(ReadSet keys) {
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
            throw undone.apply(Failures.beforeCommit(e));
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
        return undone.apply(conflict("documents of a batch that is refused were inserted already"));
    }

    @Override
    public long highestEndBefore(String counterKey) {
        return with.earlier().highestEnd(counterKey);
    }

    @Override
    public long reservedAheadBefore(String counterKey) {
        return with.earlier().reservedAhead(counterKey);
    }

    /**
     * Returns once the group is known to have decided by what is stored.
     *
     * @throws GroupUndoneException if it may not have: the next run finds more
     */
    void requireTrue() {
        if (novelty.isWrong(tables.documents())) {
            throw undone.apply(conflict("a group that fetched nothing asked for more than it adds"));
        }
        // What was answered when the numbers were taken, and is forgotten since, was not counted.
        if (!take.settle(tables.identities())) {
            locksIdentities = true;
            throw undone.apply(conflict("a group drew more of an identity than was taken for it"));
        }
    }

    private static GroupUndoneException conflict(String why) {
        return new GroupUndoneException(Reason.CONFLICT, new SQLException(why));
    }

    /** Returns whether a group that changes nothing is committed all the same. */
    boolean needsCommit() {
        return tellsAnswers || take.isAny();
    }

    /** Returns what bounds the transaction, if nothing did yet. */
    SqlScript bounds() {
        SqlScript script = new SqlScript();
        if (!isBounded) {
            fetch.addBounds(script);
        }
        return script;
    }

    /** Learns that the group was committed. */
    void committed() {
        locksIdentities = false;
        tables.collections().changes().forEach((key, row) -> row.ifPresent(added -> collections.remember(key, added)));
    }

    /** Learns from a group that found a key taken at its end. */
    void conflicted() {
        if (novelty.isPresumed()) {
            novelty.wasWrong();
        }
        presumed.learnCounters(tables.counters());
        presumed.learnDocuments(tables.documents());
    }

    /** Forgets what was learnt of keys, since the group that missed them has ended. */
    void forgetMissed() {
        presumed.forget();
    }

    /** Gives the next groups more time, if the engine ended the transaction of this one because it was slow. */
    void beLenientAfter(GroupUndoneException why) {
        if (Failures.isIdleTooLong(why.getCause())) {
            fetch.beLenient();
        }
    }
}
