package io.mintmark.lab.load;

import io.mintmark.server.storage.DatabaseEntry;
import io.mintmark.server.storage.Lease;
import io.mintmark.server.storage.Pending;
import io.mintmark.server.storage.RangeRequest;
import io.mintmark.server.storage.Setting;
import io.mintmark.server.storage.Storage;
import io.mintmark.server.storage.StorageEngine;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Databases that exist only while the process does, with one counter each, whose next range is one atomic addition.
 *
 * <p>Reserving is all that they do; every other verb of {@link Storage} is refused. Safe for any number of threads.
 */
final class UnstoredEngine implements StorageEngine {
    private final Map<String, DatabaseEntry> entries = new ConcurrentHashMap<>();
    private final AtomicLong settings = new AtomicLong();

    @Override
    public Storage open(DatabaseEntry entry) {
        AtomicLong max = new AtomicLong();
        return (Storage) Proxy.newProxyInstance(
                Storage.class.getClassLoader(), new Class<?>[] {Storage.class}, (proxy, method, arguments) -> {
                    return switch (method.getName()) {
                        case "submit" -> Pending.done(reserve(max, (RangeRequest) arguments[0]));
                        case "acceptsWrites" -> true;
                        case "close" -> null;
                        default -> throw new UnsupportedOperationException("only ranges are answered: " + method);
                    };
                });
    }

    private static Lease reserve(AtomicLong max, RangeRequest request) {
        long high = max.addAndGet(request.size());
        return new Lease(high / request.size(), high - request.size() + 1, high, Instant.now());
    }

    @Override
    public List<DatabaseEntry> databases() {
        return List.copyOf(entries.values());
    }

    @Override
    public Optional<DatabaseEntry> database(String name) {
        return Optional.ofNullable(entries.get(name));
    }

    @Override
    public DatabaseEntry create(String name, byte[] record) {
        DatabaseEntry entry = new DatabaseEntry(entries.size() + 1L, name, record);
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
