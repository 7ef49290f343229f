package io.mintmark.storage.postgresql;

import io.mintmark.counter.NumberSlice;
import io.mintmark.document.NodeTag;
import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.StorageReads;
import io.mintmark.storage.WriteKind;
import io.mintmark.storage.WriteState;
import io.mintmark.storage.group.StorageWriter;
import io.mintmark.storage.group.WrittenIndexes;
import io.mintmark.storage.group.WrittenStorage;
import io.mintmark.storage.index.IndexStorage;
import io.mintmark.storage.postgresql.catalog.DatabaseRow;
import io.mintmark.storage.postgresql.claim.WitnessedProgress;
import io.mintmark.storage.postgresql.claim.WriterProgress;
import io.mintmark.storage.postgresql.write.DatabaseContext;
import io.mintmark.storage.postgresql.write.IndexClaims;
import io.mintmark.storage.postgresql.write.Lanes;
import io.mintmark.storage.postgresql.write.PostgresGroupStore;
import io.mintmark.storage.row.GroupIndexRows;
import io.mintmark.storage.row.LeaseSerials;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * One database in PostgreSQL, written by several nodes: this one's writes go to its two lanes, of counters and of
 * documents; reads see all nodes' commits.
 */
public final class PostgresStorage extends WrittenStorage {
    private final DatabaseRow database;
    private final Lanes lanes;
    private final StorageWriter counters;
    private final StorageWriter documents;
    private final PostgresQueries queries;
    private final PostgresReads reads;
    private final PostgresIndexes shared;
    private final IndexStorage indexes;

    private PostgresStorage(
            DatabaseRow database, DatabaseContext with, Lanes lanes, StorageWriter counters, StorageWriter documents) {
        super(counters, documents);
        this.database = database;
        this.lanes = lanes;
        this.counters = counters;
        this.documents = documents;
        this.queries = new PostgresQueries(with.readSource(), database.name(), this::fenced, with.ticker());
        NodeTag node = with.claim().tag();
        this.reads = new PostgresReads(queries, database.number(), database.databaseId(), node);
        GroupIndexRows indexRows = lanes.documents().indexRows();
        this.shared = new PostgresIndexes(
                documents,
                indexRows,
                new SharedIndexReads(
                        queries, database.number(), node.text(), with.claim().epoch(), IndexClaims.ALIVE),
                new IndexClaims(database, with.claim(), with.source()));
        this.indexes = new WrittenIndexes(documents, indexRows, with.random(), reads, shared);
    }

    /**
     * Opens a database under a claim, and fences earlier claims of the same tag there.
     *
     * @throws io.mintmark.storage.StorageUnreachableException if the engine does not answer
     * @throws io.mintmark.storage.StorageFailedException if a later claim of the tag writes to it
     */
    static PostgresStorage open(DatabaseRow database, DatabaseContext with) {
        Lanes lanes = Lanes.takeOver(database, with);
        PostgresStorage storage = new PostgresStorage(
                database,
                with,
                lanes,
                writer(database, lanes.counters(), with),
                writer(database, lanes.documents(), with));
        storage.counters.start();
        storage.documents.start();
        return storage;
    }

    private static StorageWriter writer(DatabaseRow database, PostgresGroupStore store, DatabaseContext with) {
        return new StorageWriter(database.name(), store, with.limits(), with.random(), with.ticker());
    }

    private @Nullable StorageFailedException fenced() {
        StorageFailedException why = counters.fenced();
        return why == null ? documents.fenced() : why;
    }

    @Override
    public Optional<IndexStorage> indexes() {
        return Optional.of(indexes);
    }

    /** Learns how far other nodes wrote. */
    void heard(List<WriterProgress> others) {
        shared.heard(others);
    }

    @Override
    public OptionalLong drawEtagAhead() {
        return lanes.drawEtagAhead();
    }

    /** An engine that is not there opens nothing again. */
    @Override
    public boolean isToStayOpen() {
        return writes(WriteKind.DOCUMENT) == WriteState.UNREACHABLE;
    }

    /** Draws etags above {@code peersEtag}, the highest that another node's row has, from now on. */
    public void liftEtags(long peersEtag) {
        lanes.liftEtags(peersEtag);
    }

    /** Returns where serials of leases are drawn. */
    LeaseSerials serials() {
        return lanes.counters().serials();
    }

    /** Returns how far this node is for certain, in each of its lanes. */
    WitnessedStorages.Acknowledged acknowledged() {
        return new WitnessedStorages.Acknowledged(
                database.name(),
                lanes.acknowledged().stream()
                        .map(lane -> new WitnessedProgress(database.databaseId(), database.incarnation(), lane))
                        .toList());
    }

    @Override
    public StorageReads reads() {
        return reads;
    }

    @Override
    public long ceiling() {
        return NumberSlice.ORDINARY_MAX;
    }

    @Override
    public String databaseId() {
        return database.databaseId();
    }

    @Override
    public String life() {
        return lanes.counters().life();
    }

    @Override
    public void close() {
        documents.finish();
        counters.finish();
        queries.close();
        documents.close();
        counters.close();
    }
}
