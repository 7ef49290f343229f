package io.mintmark.storage.memory;

import io.mintmark.document.KeyForm;
import io.mintmark.storage.ChangeListener;
import io.mintmark.storage.DatabaseEntry;
import io.mintmark.storage.DatabaseExistsException;
import io.mintmark.storage.Setting;
import io.mintmark.storage.Slice;
import io.mintmark.storage.Storage;
import io.mintmark.storage.StorageEngine;
import io.mintmark.storage.StoreClass;
import io.mintmark.storage.row.GroupRows;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/** Databases that last as long as this object. Safe for any number of threads. */
public final class MemoryEngine implements StorageEngine {
    private final MemoryDatabase.Maker maker;
    private final Map<String, Kept> kept = new TreeMap<>();
    private final Map<String, Map<String, Long>> formerEnds = new HashMap<>();
    private final Map<String, Map<String, Long>> formerAhead = new HashMap<>();
    private final Map<String, Setting> settings = new HashMap<>();
    private final AtomicLong changes = new AtomicLong();
    private final List<Runnable> whenHeard = new CopyOnWriteArrayList<>();
    private long made;

    /** One database of the list. */
    private record Kept(DatabaseEntry entry, MemoryDatabase database, List<byte[]> record) {}

    /** Creates an engine without databases, whose rows show what a group did once that is committed. */
    public MemoryEngine() {
        this(GroupRows::new);
    }

    /** Creates an engine that shows its rows to the evaluation through {@code shown}, which may spoil them. */
    public MemoryEngine(MemoryGroupStore.Shown shown) {
        this((id, ends, ahead) -> new MemoryTables(id, ends, ahead, shown));
    }

    /** Creates an engine of other databases. */
    public MemoryEngine(MemoryDatabase.Maker maker) {
        this.maker = maker;
    }

    @Override
    public synchronized List<DatabaseEntry> databases(Slice slice) {
        return kept.entrySet().stream()
                .filter(each -> each.getKey().compareTo(KeyForm.of(slice.after())) > 0)
                .skip(slice.skip())
                .limit(slice.limit())
                .map(each -> each.getValue().entry())
                .toList();
    }

    @Override
    public synchronized Optional<DatabaseEntry> database(String name) {
        return Optional.ofNullable(kept.get(KeyForm.of(name))).map(Kept::entry);
    }

    @Override
    public synchronized Optional<byte[]> record(DatabaseEntry entry) {
        return Optional.ofNullable(kept.get(KeyForm.of(entry.name())))
                .map(found -> found.record().get(0));
    }

    @Override
    public synchronized DatabaseEntry create(String name, byte[] record) {
        String key = KeyForm.of(name);
        if (kept.containsKey(key)) {
            throw new DatabaseExistsException(name);
        }
        DatabaseEntry entry = new DatabaseEntry(++made, name);
        String id = String.format("memory%016d", made);
        MemoryDatabase database = maker.make(
                id,
                Map.copyOf(formerEnds.getOrDefault(key, Map.of())),
                Map.copyOf(formerAhead.getOrDefault(key, Map.of())));
        kept.put(key, new Kept(entry, database, List.of(record)));
        changed();
        return entry;
    }

    @Override
    public synchronized boolean takeBack(DatabaseEntry entry) {
        Kept found = kept.get(KeyForm.of(entry.name()));
        if (found == null || !found.entry().equals(entry)) {
            return true;
        }
        if (!found.database().isUnused()) {
            return false;
        }
        kept.remove(KeyForm.of(entry.name()));
        changed();
        return true;
    }

    @Override
    public synchronized boolean delete(String name, Removal removal) {
        String key = KeyForm.of(name);
        Kept gone = kept.remove(key);
        if (gone != null) {
            changed();
            Map<String, Long> ends = formerEnds.computeIfAbsent(key, any -> new HashMap<>());
            gone.database().highestEnds().forEach((id, end) -> ends.merge(id, end, Math::max));
            Map<String, Long> ahead = formerAhead.computeIfAbsent(key, any -> new HashMap<>());
            gone.database().aheadEnds().forEach((id, end) -> ahead.merge(id, end, Math::max));
        }
        return gone != null;
    }

    @Override
    public synchronized Storage open(DatabaseEntry entry, ChangeListener listener) {
        return Objects.requireNonNull(kept.get(KeyForm.of(entry.name())))
                .database()
                .open(entry.name(), listener);
    }

    @Override
    public synchronized Optional<Setting> setting(String name) {
        return Optional.ofNullable(settings.get(name));
    }

    @Override
    public synchronized Setting putSetting(String name, byte[] value) {
        Setting setting = new Setting(
                settings.values().stream().mapToLong(Setting::etag).max().orElse(0) + 1, value);
        settings.put(name, setting);
        changed();
        return setting;
    }

    /** Counts its own changes, too: several users of one engine are several nodes to each other. */
    @Override
    public long foreignChanges() {
        return changes.get();
    }

    private void changed() {
        changes.incrementAndGet();
        whenHeard.forEach(Runnable::run);
    }

    /** Several users of one engine hear each other at once. */
    @Override
    public void whenHeard(Runnable next) {
        whenHeard.add(next);
    }

    @Override
    public StoreClass storeClass() {
        return new StoreClass(StoreClass.Level.BEST_EFFORT, "it is memory");
    }

    @Override
    public long sizeBytes() {
        return 0;
    }

    @Override
    public void close() {}
}
