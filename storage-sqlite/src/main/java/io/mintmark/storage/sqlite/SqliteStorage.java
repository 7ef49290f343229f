package io.mintmark.storage.sqlite;

import io.mintmark.storage.Image;
import io.mintmark.storage.StorageReads;
import io.mintmark.storage.group.StorageWriter;
import io.mintmark.storage.group.WrittenStorage;
import io.mintmark.storage.index.IndexStorage;
import io.mintmark.storage.sqlite.file.FileImages;
import io.mintmark.storage.sqlite.file.LogKeeper;
import io.mintmark.storage.sqlite.file.StateRow;
import java.nio.file.Path;
import java.util.Optional;

/** One database in one SQLite file: writes go to its writer, reads to connections of their own. */
final class SqliteStorage extends WrittenStorage {
    private final Path path;
    private final StateRow opened;
    private final StorageWriter writer;
    private final SqliteQueries queries;
    private final SqliteReads reads;
    private final IndexStorage indexes;
    private final Runnable lastLook;
    private final FileImages images;

    SqliteStorage(
            Path path,
            StateRow opened,
            StorageWriter writer,
            SqliteQueries queries,
            SqliteReads reads,
            IndexStorage indexes,
            Runnable lastLook,
            FileImages images) {
        super(writer);
        this.indexes = indexes;
        this.lastLook = lastLook;
        this.images = images;
        this.path = path;
        this.opened = opened;
        this.writer = writer;
        this.queries = queries;
        this.reads = reads;
    }

    @Override
    public StorageReads reads() {
        return reads;
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
            queries.close();
        }
    }
}
