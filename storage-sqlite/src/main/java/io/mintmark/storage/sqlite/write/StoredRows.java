package io.mintmark.storage.sqlite.write;

import io.mintmark.storage.document.DocumentContent;
import io.mintmark.storage.evaluation.FormerEndLookup;
import io.mintmark.storage.row.CollectionRow;
import io.mintmark.storage.row.Counter;
import io.mintmark.storage.row.DocumentRow;
import io.mintmark.storage.row.GroupTables;
import io.mintmark.storage.row.IndexListRow;
import io.mintmark.storage.row.IndexProgressRow;
import io.mintmark.storage.row.LeaseRow;
import io.mintmark.storage.row.RowSource;
import java.sql.SQLException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The tables of a database in the transaction of a group: asked row by row, which costs microseconds, and written by
 * prepared statements. Used by the writer thread only.
 *
 * <p>Documents are written with the piece of work that changes them: what a piece costs its party is then known when it
 * ends, and new ones are added without a look whether they are new. Everything else is written once at the group's end.
 */
final class StoredRows implements RowSource {
    private final StoredCounters counters;
    private final StoredLeases leases;
    private final StoredCuts cuts;
    private final StoredIdentities identities;
    private final StoredKeys keys;
    private final StoredCollections collections;
    private final StoredDocuments documents;
    private final StoredIndexes indexes;
    private final WriterState state;
    private final FormerEndLookup earlier;
    private final GroupTables tables = GroupTables.of(this);
    private Instant now = Instant.EPOCH;

    /** Reads and writes by {@code statements}. */
    StoredRows(WriterStatements statements, WriterState state, WriteTransaction.Context with) throws SQLException {
        this.state = state;
        this.earlier = with.earlier();
        counters = new StoredCounters(statements, state, with.memory());
        leases = new StoredLeases(statements, state);
        cuts = new StoredCuts(statements, with.nodeTag().text());
        identities = new StoredIdentities(statements, state, new AnswerAges(with.answers(), with.ticker()));
        keys = new StoredKeys(statements, with.answers(), with.ticker());
        collections = new StoredCollections(statements);
        documents = new StoredDocuments(statements);
        indexes = new StoredIndexes(statements, with.nodeTag().text());
    }

    /** Returns the rows that a group changes. */
    GroupTables tables() {
        return tables;
    }

    /** Returns where the log of cut ranges ends, in bytes that were ever logged. */
    long logEnd() {
        return cuts.end();
    }

    /** Begins a group at {@code time}. */
    void begin(Instant time) {
        now = time;
    }

    /** Writes what the group changed and did not write yet. */
    void write() {
        counters.write(tables.counters());
        leases.write(tables);
        if (!tables.cuts().changes().isEmpty()) {
            cuts.write(tables.cuts());
        }
        identities.write(tables.identities());
        identities.remember(tables.answers());
        if (!tables.keyed().changes().isEmpty()) {
            keys.remember(tables.keyed());
        }
        collections.write(tables.collections(), tables.tallies());
        writeDocuments();
        counters.remember(tables.counters());
        tables.forgetAll();
    }

    private void writeDocuments() {
        documents.write(tables.documents());
        indexes.keep(tables.deletions());
        if (tables.indexes().isChanged()) {
            indexes.write(tables.indexes(), now);
            tables.indexes().forgetAll();
        }
        tables.documents().forgetAll();
        tables.deletions().forgetAll();
    }

    /** Forgets what a group changed of which nothing happened. */
    void undone() {
        tables.forgetAll();
    }

    /** Remembers no counter any more. */
    void forget() {
        counters.forget();
    }

    @Override
    public @Nullable Counter counter(String key) {
        return counters.find(key);
    }

    @Override
    public @Nullable LeaseRow lease(long serial) {
        return leases.find(serial);
    }

    @Override
    public @Nullable Long identity(String key) {
        return identities.find(key);
    }

    @Override
    public @Nullable Long answer(String request) {
        return identities.answer(request);
    }

    @Override
    public @Nullable String keyedAnswer(String key) {
        return keys.find(key);
    }

    @Override
    public void requireRoomForKeys(long added) {
        keys.requireRoom(added);
    }

    @Override
    public @Nullable CollectionRow collection(String key) {
        return collections.find(key);
    }

    @Override
    public String collectionName(long number) {
        return collections.name(number);
    }

    @Override
    public long lastCollection() {
        return collections.last();
    }

    @Override
    public @Nullable DocumentRow document(String key) {
        return documents.find(key);
    }

    @Override
    public DocumentContent content(DocumentRow row) {
        return documents.content(row);
    }

    @Override
    public @Nullable IndexProgressRow progress(long index) {
        return indexes.progress(index);
    }

    @Override
    public @Nullable IndexListRow indexList() {
        return indexes.list();
    }

    @Override
    public long highestEndBefore(String counterKey) {
        return earlier.highestEnd(counterKey);
    }

    @Override
    public void moved(String key, @Nullable Long before, long now) {
        if (before == null) {
            state.advance.added();
        } else {
            state.advance.moved(key, before, now);
        }
    }

    @Override
    public boolean addIfNew(DocumentRow row) {
        return documents.addIfLikelyNew(row);
    }

    @Override
    public void takeBack(DocumentRow row) {
        documents.remove(row);
    }

    @Override
    public void released() {
        writeDocuments();
    }
}
