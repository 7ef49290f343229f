package io.mintmark.server.storage.sqlite;

import io.mintmark.document.DocumentId;
import io.mintmark.server.storage.NamedNumber;
import io.mintmark.server.storage.Slice;
import io.mintmark.server.storage.StorageStatistics;
import io.mintmark.server.storage.document.CollectionSize;
import io.mintmark.server.storage.document.Listing;
import io.mintmark.server.storage.document.Page;
import io.mintmark.server.storage.document.StoredDocument;
import io.mintmark.server.storage.group.StorageWriter;
import io.mintmark.server.storage.group.WrittenStorage;
import io.mintmark.server.storage.image.Image;
import io.mintmark.server.storage.index.IndexStorage;
import io.mintmark.server.storage.sqlite.log.LogKeeper;
import io.mintmark.server.storage.sqlite.read.Reads;
import io.mintmark.server.storage.sqlite.row.StateRow;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** One database in one SQLite file: writes go to its writer, reads to connections of their own. */
final class SqliteStorage extends WrittenStorage {
    private final Path path;
    private final StateRow opened;
    private final StorageWriter writer;
    private final Reads reads;
    private final SqliteIndexes indexes;
    private final Runnable lastLook;
    private final FileImages images;

    SqliteStorage(
            Path path,
            StateRow opened,
            StorageWriter writer,
            Reads reads,
            SqliteIndexes indexes,
            Runnable lastLook,
            FileImages images) {
        super(writer);
        this.indexes = indexes;
        this.lastLook = lastLook;
        this.images = images;
        this.path = path;
        this.opened = opened;
        this.writer = writer;
        this.reads = reads;
    }

    @Override
    public String databaseId() {
        return opened.databaseId();
    }

    @Override
    public String life() {
        return opened.life();
    }

    @Override
    public Optional<IndexStorage> indexes() {
        return Optional.of(indexes);
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
    public Image image(long logBytesMax) {
        return SqliteImage.of(images.freeze(logBytesMax), String.valueOf(path.getFileName()));
    }

    @Override
    public boolean isBeingCopied() {
        return images.isBeingCopied();
    }

    @Override
    public void close() {
        images.end();
        writer.finish();
        lastLook.run();
        try (images;
                LogKeeper kept = LogKeeper.of(path, writer.hasFailed())) {
            writer.close();
            reads.close();
        }
    }
}
