package io.mintmark.storage.postgresql;

import io.mintmark.document.KeyForm;
import io.mintmark.document.NodeTag;
import io.mintmark.storage.ChangeListener;
import io.mintmark.storage.DatabaseEntry;
import io.mintmark.storage.Setting;
import io.mintmark.storage.Slice;
import io.mintmark.storage.Storage;
import io.mintmark.storage.StorageEngine;
import io.mintmark.storage.StoreClass;
import io.mintmark.storage.postgresql.catalog.DatabaseRow;
import io.mintmark.storage.postgresql.claim.Claim;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;

/** Databases in PostgreSQL whose list is in memory: as much of an engine as the storage contract asks for. */
public final class ListedInMemory implements StorageEngine {
    private static final AtomicLong EPOCHS = new AtomicLong();
    private static final AtomicLong MADE = new AtomicLong();

    private final TestCluster cluster;
    private final Map<String, DatabaseRow> rows = new TreeMap<>();
    private long formerEnd;
    private Claim claim = new Claim(NodeTag.of("A"), 0);

    /** Lists databases of {@code cluster}. */
    public ListedInMemory(TestCluster cluster) {
        this.cluster = cluster;
    }

    /** Claims the tag A anew, as a node does that starts. */
    public ListedInMemory restarted() {
        claim = new Claim(NodeTag.of("A"), EPOCHS.incrementAndGet());
        return this;
    }

    @Override
    public List<DatabaseEntry> databases(Slice slice) {
        return rows.values().stream()
                .map(row -> new DatabaseEntry(row.number(), row.name()))
                .toList();
    }

    @Override
    public Optional<DatabaseEntry> database(String name) {
        return Optional.ofNullable(rows.get(KeyForm.of(name))).map(row -> new DatabaseEntry(row.number(), row.name()));
    }

    @Override
    public Optional<byte[]> record(DatabaseEntry entry) {
        return Optional.empty();
    }

    @Override
    public DatabaseEntry create(String name, byte[] record) {
        long made = MADE.incrementAndGet();
        rows.put(KeyForm.of(name), new DatabaseRow(made, name, String.format("postgres%014d", made), 1, 0));
        return new DatabaseEntry(made, name);
    }

    @Override
    public boolean delete(String name, Removal removal) {
        DatabaseRow gone = rows.remove(KeyForm.of(name));
        if (gone != null) {
            formerEnd = Math.max(
                    formerEnd,
                    cluster.number(
                            "SELECT coalesce(max(highest_end), 0) FROM counter WHERE database = " + gone.number()));
        }
        return gone != null;
    }

    @Override
    public Storage open(DatabaseEntry entry, ChangeListener listener) {
        DatabaseRow row = Objects.requireNonNull(rows.get(KeyForm.of(entry.name())));
        return PostgresStorage.open(row, TestCluster.context(cluster.source(), claim, counter -> formerEnd, listener));
    }

    @Override
    public Optional<Setting> setting(String name) {
        return Optional.empty();
    }

    @Override
    public Setting putSetting(String name, byte[] value) {
        return new Setting(1, value);
    }

    @Override
    public StoreClass storeClass() {
        return StoreClass.DURABLE;
    }

    @Override
    public long sizeBytes() {
        return 0;
    }

    @Override
    public void close() {}
}
