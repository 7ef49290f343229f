package io.mintmark.indexes.reduce;

import io.mintmark.storage.index.IndexError;
import io.mintmark.storage.index.IndexProgress;
import io.mintmark.storage.index.IndexReplacedException;
import io.mintmark.storage.index.IndexStore;
import io.mintmark.storage.index.IndexWrite;
import io.mintmark.storage.index.RowKey;
import io.mintmark.storage.index.RowsTooLargeException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Rows of an index in memory: what survives a crash is what was committed. */
class MemoryIndexStore implements IndexStore {
    /** The process ended; whether the commit under way took effect, nobody knows. */
    static final class Crash extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    private final MemoryDatabase database;
    private final BooleanSupplier crashes;
    private final Map<RowKey, byte[]> rows = new HashMap<>();
    private final List<IndexError> errors = new ArrayList<>();
    private IndexProgress progress = IndexProgress.NONE;
    private long bytes;
    private int commits;

    /** Crashes before or after a commit if {@code crashes} says so, asked for each. */
    MemoryIndexStore(MemoryDatabase database, BooleanSupplier crashes) {
        this.database = database;
        this.crashes = crashes;
    }

    @Override
    public IndexProgress progress() {
        return progress;
    }

    @Override
    public Map<RowKey, byte[]> read(Collection<RowKey> keys) {
        Map<RowKey, byte[]> found = new HashMap<>();
        long sum = 0;
        for (RowKey key : keys) {
            byte[] row = rows.get(key);
            if (row != null) {
                bytes += row.length;
                sum += row.length;
                RowsTooLargeException.require(sum, keys.size());
                found.put(key, row);
            }
        }
        return found;
    }

    @Override
    public List<RowKey> some(RowKey.Kind kind, int limit) {
        return rows.keySet().stream()
                .filter(key -> key.kind() == kind)
                .limit(limit)
                .toList();
    }

    @Override
    public void commit(IndexWrite write) {
        if (write.builtOn() != progress.commits()) {
            throw new IndexReplacedException(write.builtOn(), progress.commits());
        }
        crash();
        store(write);
        crash();
    }

    /** Everything at once. */
    void store(IndexWrite write) {
        storeProgress(write);
        storeRest(write);
    }

    final void storeProgress(IndexWrite write) {
        progress = write.progress();
        commits++;
    }

    final void storeRest(IndexWrite write) {
        write.rows().forEach((key, row) -> {
            if (row == null) {
                rows.remove(key);
            } else {
                bytes += row.length;
                rows.put(key, row);
            }
        });
        errors.addAll(write.errors());
        database.apply(write.outputs());
    }

    final void crash() {
        if (crashes.getAsBoolean()) {
            throw new Crash();
        }
    }

    Map<RowKey, byte[]> rows() {
        return rows;
    }

    List<IndexError> errors() {
        return errors;
    }

    /** Returns how many bytes of rows were read and written. */
    long bytes() {
        return bytes;
    }

    int commits() {
        return commits;
    }

    /** The mistake of whoever brings along groups and nodes alone: nobody knows any more where a document's entries are. */
    static final class DocumentsLost extends MemoryIndexStore {
        DocumentsLost(MemoryDatabase database) {
            super(database, () -> false);
        }

        @Override
        void store(IndexWrite write) {
            Map<RowKey, byte @Nullable []> rows = new HashMap<>(write.rows());
            rows.keySet().removeIf(key -> key.kind() == RowKey.Kind.DOCUMENT);
            super.store(new IndexWrite(write.progress(), rows, write.outputs(), write.errors()));
        }
    }

    /** The mistake that one commit prevents: the position is kept first, and the rest may be lost. */
    static final class PositionApart extends MemoryIndexStore {
        PositionApart(MemoryDatabase database, BooleanSupplier crashes) {
            super(database, crashes);
        }

        @Override
        void store(IndexWrite write) {
            storeProgress(write);
            crash();
            storeRest(write);
        }
    }
}
