package io.mintmark.server;

import io.mintmark.MintmarkException;
import io.mintmark.server.backup.BackupEndpoint;
import io.mintmark.server.backup.BackupFolder;
import io.mintmark.server.backup.BackupSchedule;
import io.mintmark.server.backup.BackupSource;
import io.mintmark.server.backup.Backups;
import io.mintmark.server.databases.Databases;
import io.mintmark.storage.CatalogImage;
import io.mintmark.storage.DatabaseEntry;
import io.mintmark.storage.Image;
import io.mintmark.storage.Slice;
import io.mintmark.web.access.principal.AccessFile;
import io.mintmark.web.http.Router;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The data of a running server as a backup reads it, and the backups that are made of it. */
final class ServedData implements BackupSource, AutoCloseable {
    private final ServerSettings settings;
    private final Databases databases;
    private final OpenedStore store;
    private final Backups backups;
    private @Nullable BackupSchedule schedule;

    ServedData(ServerSettings settings, Databases databases, OpenedStore store, InstantSource clock) {
        this.settings = settings;
        this.databases = databases;
        this.store = store;
        this.backups = new Backups(this, clock);
        settings.backups().folder().ifPresent(this::requireOutside);
    }

    private void requireOutside(Path folder) {
        if (settings.store().isPresent()) {
            throw new MintmarkException("A server with a --store makes no backups of it: back PostgreSQL up by its own"
                    + " tools, and leave --backup-to out.");
        }
        Path data = settings.dataDirectory().toAbsolutePath().normalize();
        if (folder.toAbsolutePath().normalize().startsWith(data)) {
            throw new MintmarkException("The folder of --backup-to must lie outside of the data directory, but is "
                    + folder + ": give another one, on another disk if there is one.");
        }
        new BackupFolder(folder).require();
    }

    void addTo(Router router) {
        new BackupEndpoint(backups).addTo(router);
    }

    Backups backups() {
        return backups;
    }

    /** Begins to make backups, if that is asked for. */
    void begin(InstantSource clock) {
        BackupSettings asked = settings.backups();
        asked.folder()
                .ifPresent(folder -> schedule = new BackupSchedule(
                        backups, new BackupFolder(folder), asked.every(), asked.keep(), asked.bytesPerSecond(), clock));
    }

    @Override
    public boolean isCopied() {
        return settings.store().isEmpty();
    }

    @Override
    public String node() {
        return store.tag().text();
    }

    @Override
    public List<DatabaseEntry> databases(Slice slice) {
        return store.engine().databases(slice);
    }

    @Override
    public boolean has(DatabaseEntry entry) {
        return store.engine().database(entry.name()).equals(Optional.of(entry));
    }

    @Override
    public Image image(DatabaseEntry entry) {
        return databases
                .require(entry.name())
                .storage()
                .image(settings.backups().logBytesMax());
    }

    @Override
    public CatalogImage catalog() {
        return store.engine().catalogImage(settings.backups().logBytesMax());
    }

    @Override
    public Optional<byte[]> access() {
        return new AccessFile(settings.dataDirectory()).copy();
    }

    @Override
    public long sizeBytes() {
        return store.engine().sizeBytes();
    }

    @Override
    public void close() {
        backups.close();
        BackupSchedule begun = schedule;
        if (begun != null) {
            begun.close();
        }
    }
}
