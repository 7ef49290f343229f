package io.mintmark.server.storage.postgresql;

import io.mintmark.document.DocumentId;
import io.mintmark.document.NodeTag;
import io.mintmark.server.storage.NamedNumber;
import io.mintmark.server.storage.Slice;
import io.mintmark.server.storage.StorageStatistics;
import io.mintmark.server.storage.document.Listing;
import io.mintmark.server.storage.document.Page;
import io.mintmark.server.storage.document.StoredDocument;
import io.mintmark.server.storage.group.StorageWriter;
import io.mintmark.server.storage.group.WrittenStorage;
import io.mintmark.server.storage.postgresql.catalog.DatabaseRow;
import io.mintmark.server.storage.postgresql.read.PostgresReads;
import io.mintmark.server.storage.postgresql.read.ReadConnections;
import io.mintmark.server.storage.postgresql.write.PostgresGroupStore;
import io.mintmark.server.storage.postgresql.write.Surroundings;
import java.util.List;
import java.util.Optional;

/** One database in PostgreSQL, written by several nodes: this one's writes go to its writer, reads see all nodes' commits. */
public final class PostgresStorage extends WrittenStorage {
    private final DatabaseRow database;
    private final PostgresGroupStore store;
    private final StorageWriter writer;
    private final ReadConnections connections;
    private final PostgresReads reads;

    private PostgresStorage(
            DatabaseRow database,
            NodeTag node,
            PostgresGroupStore store,
            StorageWriter writer,
            ReadConnections connections) {
        super(writer);
        this.database = database;
        this.store = store;
        this.writer = writer;
        this.connections = connections;
        this.reads = new PostgresReads(connections, database.number(), database.databaseId(), node);
    }

    /**
     * Opens a database under a claim, and fences earlier claims of the same tag there.
     *
     * @throws io.mintmark.server.storage.StorageUnreachableException if the engine does not answer
     * @throws io.mintmark.server.storage.StorageFailedException if a later claim of the tag writes to it
     */
    public static PostgresStorage open(DatabaseRow database, Surroundings with) {
        PostgresGroupStore store = new PostgresGroupStore(database, with);
        StorageWriter writer = new StorageWriter(database.name(), store, with.queue(), with.random(), with.ticker());
        PostgresStorage storage = new PostgresStorage(
                database,
                with.claim().tag(),
                store,
                writer,
                new ReadConnections(with.source(), database.name(), writer::fenced));
        writer.start();
        return storage;
    }

    /** Draws etags above {@code peersEtag}, the highest that another node's row has, from now on. */
    public void liftEtags(long peersEtag) {
        store.liftEtags(peersEtag);
    }

    @Override
    public String databaseId() {
        return database.databaseId();
    }

    @Override
    public String life() {
        return store.life();
    }

    @Override
    public List<NamedNumber> identities(Slice slice) {
        return reads.identities(slice);
    }

    @Override
    public List<NamedNumber> collections(Slice slice) {
        return reads.collections(slice);
    }

    @Override
    public Optional<StoredDocument> read(DocumentId id) {
        return reads.document(id);
    }

    @Override
    public Optional<String> version(DocumentId id) {
        return reads.version(id);
    }

    @Override
    public Page list(Listing listing, int limit) {
        return reads.page(listing, limit);
    }

    @Override
    public String listVersion() {
        return reads.listVersion();
    }

    @Override
    public long lastEtag() {
        return reads.lastEtag();
    }

    @Override
    public StorageStatistics statistics() {
        return reads.statistics();
    }

    @Override
    public void close() {
        writer.finish();
        connections.close();
        writer.close();
    }
}
