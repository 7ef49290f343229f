package io.mintmark.lab.process;

import io.mintmark.storage.ChangeListener;
import io.mintmark.storage.DatabaseEntry;
import io.mintmark.storage.Setting;
import io.mintmark.storage.Slice;
import io.mintmark.storage.Storage;
import io.mintmark.storage.StorageEngine;
import io.mintmark.storage.StoreClass;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Databases that exist only while the process does, each an {@link UnstoredStorage}. Safe for any number of threads.
 */
final class UnstoredEngine implements StorageEngine {
    private final Map<String, DatabaseEntry> entries = new ConcurrentHashMap<>();
    private final AtomicLong settings = new AtomicLong();

    @Override
    public Storage open(DatabaseEntry entry, ChangeListener listener) {
        return new UnstoredStorage();
    }

    @Override
    public List<DatabaseEntry> databases(Slice slice) {
        return entries.values().stream()
                .filter(entry -> entry.name().compareTo(slice.after()) > 0)
                .skip(slice.skip())
                .limit(slice.limit())
                .toList();
    }

    @Override
    public Optional<DatabaseEntry> database(String name) {
        return Optional.ofNullable(entries.get(name));
    }

    @Override
    public Optional<byte[]> record(DatabaseEntry entry) {
        return Optional.empty();
    }

    @Override
    public DatabaseEntry create(String name, byte[] record) {
        DatabaseEntry entry = new DatabaseEntry(entries.size() + 1L, name);
        entries.put(name, entry);
        return entry;
    }

    @Override
    public boolean delete(String name, Removal removal) {
        return entries.remove(name) != null;
    }

    @Override
    public Optional<Setting> setting(String name) {
        return Optional.empty();
    }

    @Override
    public Setting putSetting(String name, byte[] value) {
        return new Setting(settings.incrementAndGet(), value);
    }

    @Override
    public StoreClass storeClass() {
        return new StoreClass(StoreClass.Level.BEST_EFFORT, "nothing is stored");
    }

    @Override
    public long sizeBytes() {
        return 0;
    }

    @Override
    public void close() {}
}
