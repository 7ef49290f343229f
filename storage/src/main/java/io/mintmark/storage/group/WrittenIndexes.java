package io.mintmark.storage.group;

import io.mintmark.RandomBytes;
import io.mintmark.storage.evaluation.IndexWork;
import io.mintmark.storage.evaluation.ReadSet;
import io.mintmark.storage.index.IndexProgress;
import io.mintmark.storage.index.IndexReads;
import io.mintmark.storage.index.IndexStorage;
import io.mintmark.storage.index.IndexStore;
import io.mintmark.storage.index.IndexWrite;
import io.mintmark.storage.index.RowKey;
import io.mintmark.storage.index.SharedIndexes;
import io.mintmark.storage.row.GroupIndexRows;
import io.mintmark.storage.row.GroupRows;
import io.mintmark.support.Party;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Indexes whose writes go to the {@link StorageWriter} of documents, among those of clients; an engine adds how they
 * are read. Safe for any number of threads.
 *
 * @param writer commits what they write
 * @param indexRows the writer's rows of indexes
 * @param random makes ids
 * @param reads reads beside the writer
 * @param sharing how nodes share them, or null where one process has the store to itself
 */
public record WrittenIndexes(
        StorageWriter writer,
        GroupIndexRows indexRows,
        RandomBytes random,
        IndexReads reads,
        @Nullable SharedIndexes sharing)
        implements IndexStorage {

    private void write(Consumer<GroupRows> work, Consumer<ReadSet> announcement) {
        Boolean ignored = writer.submit(
                        Party.NOBODY,
                        rows -> {
                            work.accept(rows);
                            return true;
                        },
                        announcement)
                .await();
    }

    @Override
    public void putList(byte[] list, Set<Long> indexes) {
        write(rows -> IndexWork.putList(rows, indexRows, list, indexes), ReadSet::addIndexList);
    }

    @Override
    public Optional<SharedIndexes> shared() {
        return Optional.ofNullable(sharing);
    }

    @Override
    public IndexStore store(long index) {
        return new Store(index);
    }

    @Override
    public void forgetErrors(long index) {
        // It deletes by the index, and asks for nothing.
        write(rows -> indexRows.forgetErrors(index), keys -> {});
    }

    /** The rows of one index. */
    private final class Store implements IndexStore {
        private final long index;

        Store(long index) {
            this.index = index;
        }

        @Override
        public IndexProgress progress() {
            return reads.indexProgress(index);
        }

        @Override
        public Map<RowKey, byte[]> read(Collection<RowKey> keys) {
            return reads.indexRows(index, keys);
        }

        @Override
        public List<RowKey> some(RowKey.Kind kind, int limit) {
            return reads.someIndexRows(index, kind, limit);
        }

        @Override
        public boolean isWatchedElsewhere() {
            return sharing != null;
        }

        @Override
        public void commit(IndexWrite write) {
            write(
                    rows -> IndexWork.commit(rows, indexRows, random, index, write),
                    keys -> keys.addIndexCommit(index, write));
        }
    }
}
