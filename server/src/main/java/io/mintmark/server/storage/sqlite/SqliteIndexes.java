package io.mintmark.server.storage.sqlite;

import io.mintmark.RandomBytes;
import io.mintmark.server.storage.Party;
import io.mintmark.server.storage.evaluation.IndexWork;
import io.mintmark.server.storage.group.StorageWriter;
import io.mintmark.server.storage.index.ChangePage;
import io.mintmark.server.storage.index.IndexProgress;
import io.mintmark.server.storage.index.IndexStorage;
import io.mintmark.server.storage.index.IndexStore;
import io.mintmark.server.storage.index.IndexWrite;
import io.mintmark.server.storage.index.KeptError;
import io.mintmark.server.storage.index.RowKey;
import io.mintmark.server.storage.row.GroupIndexRows;
import io.mintmark.server.storage.row.GroupRows;
import io.mintmark.server.storage.sqlite.read.IndexReads;
import io.mintmark.server.storage.sqlite.read.Reads;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Indexes in the file of their database.
 *
 * @param writer commits what they write, among the writes of clients
 * @param indexRows the writer's rows of indexes
 * @param reads reads beside the writer
 * @param random for the writer, which makes ids
 */
record SqliteIndexes(StorageWriter writer, GroupIndexRows indexRows, Reads reads, RandomBytes random)
        implements IndexStorage {

    private void write(Consumer<GroupRows> work) {
        Boolean ignored = writer.submit(Party.NOBODY, rows -> {
                    work.accept(rows);
                    return true;
                })
                .await();
    }

    @Override
    public ChangePage after(@Nullable String position, int limit) {
        return reads.changes(position, limit);
    }

    @Override
    public byte[] list() {
        return reads.read(IndexReads::list);
    }

    @Override
    public void putList(byte[] list, Set<Long> indexes) {
        write(rows -> IndexWork.putList(rows, indexRows, list, indexes));
    }

    @Override
    public IndexStore store(long index) {
        return new Store(index);
    }

    @Override
    public List<KeptError> errors(long index) {
        return reads.read(statements -> IndexReads.errors(statements, index));
    }

    @Override
    public void forgetErrors(long index) {
        write(rows -> indexRows.forgetErrors(index));
    }

    /** The rows of one index. */
    private final class Store implements IndexStore {
        private final long index;

        Store(long index) {
            this.index = index;
        }

        @Override
        public IndexProgress progress() {
            return reads.read(statements -> IndexReads.progress(statements, index));
        }

        @Override
        public Map<RowKey, byte[]> read(Collection<RowKey> keys) {
            return reads.read(statements -> IndexReads.rows(statements, index, keys));
        }

        @Override
        public List<RowKey> some(RowKey.Kind kind, int limit) {
            return reads.read(statements -> IndexReads.some(statements, index, kind, limit));
        }

        @Override
        public void commit(IndexWrite write) {
            write(rows -> IndexWork.commit(rows, indexRows, random, index, write));
        }
    }
}
