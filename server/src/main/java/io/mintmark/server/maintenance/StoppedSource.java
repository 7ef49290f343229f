package io.mintmark.server.maintenance;

import io.mintmark.server.backup.BackupSource;
import io.mintmark.storage.CatalogImage;
import io.mintmark.storage.DatabaseEntry;
import io.mintmark.storage.Image;
import io.mintmark.storage.Slice;
import io.mintmark.storage.Storage;
import io.mintmark.storage.StorageEngine;
import io.mintmark.web.access.principal.AccessFile;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The data in the directory of a stopped server as a backup reads it: each database is open while it is read. */
final class StoppedSource implements BackupSource {
    private final Path directory;
    private final StorageEngine engine;

    StoppedSource(Path directory, StorageEngine engine) {
        this.directory = directory;
        this.engine = engine;
    }

    /** No server runs, and its tag was said to it alone. */
    @Override
    public String node() {
        return "-";
    }

    @Override
    public List<DatabaseEntry> databases(Slice slice) {
        return engine.databases(slice);
    }

    @Override
    public boolean has(DatabaseEntry entry) {
        return true;
    }

    @Override
    public Image image(DatabaseEntry entry) {
        Storage opened = engine.open(entry);
        try {
            return new Opened(opened, opened.image(Long.MAX_VALUE));
        } catch (RuntimeException | Error e) {
            opened.close();
            throw e;
        }
    }

    /** An image that closes the database it is of. */
    private record Opened(Storage storage, Image image) implements Image {
        @Override
        public Position position() {
            return image.position();
        }

        @Override
        public long bytes() {
            return image.bytes();
        }

        @Override
        public int read(byte[] into) {
            return image.read(into);
        }

        @Override
        public boolean isPressed() {
            return image.isPressed();
        }

        @Override
        public void close() {
            storage.close();
        }
    }

    @Override
    public CatalogImage catalog() {
        return engine.catalogImage(Long.MAX_VALUE);
    }

    @Override
    public Optional<byte[]> access() {
        return new AccessFile(directory).copy();
    }

    @Override
    public long sizeBytes() {
        return engine.sizeBytes();
    }
}
