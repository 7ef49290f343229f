package io.mintmark.server.storage.sqlite.write;

import io.mintmark.server.storage.document.DocumentContent;
import io.mintmark.server.storage.evaluation.FormerEndLookup;
import io.mintmark.server.storage.row.CollectionRow;
import io.mintmark.server.storage.row.Counter;
import io.mintmark.server.storage.row.DocumentRow;
import io.mintmark.server.storage.row.GroupIndexes;
import io.mintmark.server.storage.row.GroupTables;
import io.mintmark.server.storage.row.IndexListRow;
import io.mintmark.server.storage.row.IndexProgressRow;
import io.mintmark.server.storage.row.LeaseRow;
import io.mintmark.server.storage.row.RowSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The tables of a database in the transaction of a group: asked row by row, which costs microseconds, and written by prepared
 * statements. Used by the writer thread only.
 *
 * <p>Documents are written with the piece of work that changes them: what a piece costs its party is then known when it ends, and
 * new ones are added without a look whether they are new. Everything else is written once at the group's end.
 */
final class StoredRows implements RowSource {
    private final StoredCounters counters;
    private final StoredLeases leases;
    private final StoredIdentities identities;
    private final StoredCollections collections;
    private final StoredDocuments documents;
    private final StoredIndexes indexes;
    private final WriterState state;
    private final FormerEndLookup earlier;
    private final GroupTables tables = GroupTables.of(this);
    private final Function<SQLException, RuntimeException> failure;
    private Instant now = Instant.EPOCH;

    /** Uses {@code connection}; {@code failure} makes of an error what the group's writer hears. */
    StoredRows(
            Connection connection,
            WriterState state,
            WriteTransaction.Context with,
            Function<SQLException, RuntimeException> failure)
            throws SQLException {
        this.state = state;
        this.earlier = with.earlier();
        this.failure = failure;
        counters = new StoredCounters(connection, state, with.memory());
        leases = new StoredLeases(connection, state);
        identities = new StoredIdentities(connection, state, new AnswerAges(with.answers(), with.ticker()));
        collections = new StoredCollections(connection);
        documents = new StoredDocuments(connection);
        indexes = new StoredIndexes(connection, with.nodeTag().text());
    }

    /** Returns the rows that a group changes. */
    GroupTables tables() {
        return tables;
    }

    /** Begins a group at {@code time}. */
    void begin(Instant time) {
        now = time;
    }

    /** Writes what the group changed and did not write yet. */
    void write() throws SQLException {
        counters.write(tables.counters());
        leases.write(tables);
        identities.write(tables.identities());
        identities.remember(tables.answers());
        collections.write(tables.collections(), tables.tallies());
        writeDocuments();
        tables.forgetAll();
    }

    private void writeDocuments() throws SQLException {
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
        forget();
    }

    /** Remembers nothing any more. */
    void forget() {
        counters.forget();
        collections.forget();
    }

    /** Something that is asked of the engine. */
    @FunctionalInterface
    private interface Question<T> {
        T ask() throws SQLException;
    }

    private <T> T asked(Question<T> question) {
        try {
            return question.ask();
        } catch (SQLException e) {
            throw failure.apply(e);
        }
    }

    /** A look for one row. */
    @FunctionalInterface
    private interface Lookup<K, T> {
        @Nullable T find(K key) throws SQLException;
    }

    private <K, T> @Nullable T found(Lookup<K, T> rows, K key) {
        try {
            return rows.find(key);
        } catch (SQLException e) {
            throw failure.apply(e);
        }
    }

    @Override
    public @Nullable Counter counter(String key) {
        return found(counters::find, key);
    }

    @Override
    public @Nullable LeaseRow lease(long serial) {
        return found(leases::find, serial);
    }

    @Override
    public @Nullable Long identity(String key) {
        return found(identities::find, key);
    }

    @Override
    public @Nullable Long answer(String request) {
        return found(identities::answer, request);
    }

    @Override
    public @Nullable CollectionRow collection(String key) {
        return found(collections::find, key);
    }

    @Override
    public String collectionName(long number) {
        return asked(() -> collections.name(number));
    }

    @Override
    public long lastCollection() {
        return asked(collections::last);
    }

    @Override
    public @Nullable DocumentRow document(String key) {
        return found(documents::find, key);
    }

    @Override
    public DocumentContent content(DocumentRow row) {
        return asked(() -> documents.content(row));
    }

    @Override
    public @Nullable IndexProgressRow progress(long index) {
        return found(indexes::progress, index);
    }

    @Override
    public @Nullable IndexListRow indexList() {
        return found(any -> indexes.list(), GroupIndexes.LIST);
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
        return asked(() -> documents.addIfLikelyNew(row));
    }

    @Override
    public void takeBack(DocumentRow row) {
        asked(() -> {
            documents.remove(row);
            return true;
        });
    }

    @Override
    public void released() {
        asked(() -> {
            writeDocuments();
            return true;
        });
    }
}
