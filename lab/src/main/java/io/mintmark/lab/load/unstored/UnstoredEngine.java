package io.mintmark.lab.load.unstored;

import io.mintmark.server.storage.ChangeListener;
import io.mintmark.server.storage.DatabaseEntry;
import io.mintmark.server.storage.Lease;
import io.mintmark.server.storage.Pending;
import io.mintmark.server.storage.Setting;
import io.mintmark.server.storage.Slice;
import io.mintmark.server.storage.Storage;
import io.mintmark.server.storage.StorageEngine;
import io.mintmark.server.storage.document.BatchScope;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Databases that exist only while the process does, and whose next range is always the same one.
 *
 * <p>Reserving is all that they do; every other verb of {@link Storage} is refused. Safe for any number of threads.
 */
final class UnstoredEngine implements StorageEngine {
    /** As long as those that the load asks for, with numbers of as many digits as they have after a while. */
    private static final Lease RANGE = new Lease(31_251, 1_000_001, 1_000_032, Instant.parse("2026-01-01T00:00:00Z"));

    private final Map<String, DatabaseEntry> entries = new ConcurrentHashMap<>();
    private final AtomicLong settings = new AtomicLong();

    @Override
    public Storage open(DatabaseEntry entry, ChangeListener listener) {
        return (Storage) Proxy.newProxyInstance(
                Storage.class.getClassLoader(), new Class<?>[] {Storage.class}, (proxy, method, arguments) -> {
                    return switch (method.getName()) {
                        case "submit" -> Pending.done(RANGE);
                        case "acceptsWrites" -> true;
                        case "life" -> "AAAAAAAAAAAAAAAAAAAAAA.1";
                        case "databaseId" -> "AAAAAAAAAAAAAAAAAAAAAA";
                        case "batchScope" -> BatchScope.DATABASE;
                        case "close" -> null;
                        default -> throw new UnsupportedOperationException("only ranges are answered: " + method);
                    };
                });
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
    public long sizeBytes() {
        return 0;
    }

    @Override
    public void close() {}
}
