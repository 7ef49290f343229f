package io.mintmark.server.storage.memory;

import io.mintmark.document.DocumentId;
import io.mintmark.server.storage.NamedNumber;
import io.mintmark.server.storage.Slice;
import io.mintmark.server.storage.StorageStatistics;
import io.mintmark.server.storage.document.ChangeVectors;
import io.mintmark.server.storage.document.CollectionSize;
import io.mintmark.server.storage.document.Listing;
import io.mintmark.server.storage.document.Page;
import io.mintmark.server.storage.document.StoredDocument;
import io.mintmark.server.storage.group.StorageWriter;
import io.mintmark.server.storage.group.WrittenStorage;
import java.util.List;
import java.util.Optional;

/** One database in memory: writes go to its writer, reads to what is committed. */
final class MemoryStorage extends WrittenStorage {
    private final MemoryTables tables;
    private final StorageWriter writer;
    private final MemoryReads reads;

    MemoryStorage(MemoryTables tables, StorageWriter writer) {
        super(writer);
        this.tables = tables;
        this.writer = writer;
        this.reads = new MemoryReads(tables);
        writer.start();
    }

    @Override
    public String databaseId() {
        return tables.home.databaseId();
    }

    @Override
    public String life() {
        return tables.home.life();
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
    public List<CollectionSize> collectionSizes(Slice slice) {
        return reads.collectionSizes(slice);
    }

    @Override
    public Optional<StoredDocument> read(DocumentId id) {
        return reads.document(id);
    }

    @Override
    public Page list(Listing listing, int limit) {
        return reads.page(listing, limit);
    }

    @Override
    public String listVersion() {
        return "list of " + tables.home.databaseId() + " at " + reads.lastEtag();
    }

    @Override
    public long lastEtag() {
        return reads.lastEtag();
    }

    @Override
    public StorageStatistics statistics() {
        long etag = reads.lastEtag();
        String vector = etag == 0 ? "" : ChangeVectors.format("A", etag, tables.home.databaseId());
        return new StorageStatistics(reads.documents(), reads.identities(), etag, vector, "memory", 0);
    }

    @Override
    public void close() {
        writer.close();
    }
}
