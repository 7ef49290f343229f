package io.mintmark.server.storage.postgresql;

import io.mintmark.RandomBytes;
import io.mintmark.internal.Printable;
import io.mintmark.server.storage.Party;
import io.mintmark.server.storage.evaluation.IndexWork;
import io.mintmark.server.storage.evaluation.ReadSet;
import io.mintmark.server.storage.group.StorageWriter;
import io.mintmark.server.storage.index.ChangePage;
import io.mintmark.server.storage.index.IndexProgress;
import io.mintmark.server.storage.index.IndexStorage;
import io.mintmark.server.storage.index.IndexStore;
import io.mintmark.server.storage.index.IndexWrite;
import io.mintmark.server.storage.index.KeptError;
import io.mintmark.server.storage.index.RowKey;
import io.mintmark.server.storage.index.SharedIndexes;
import io.mintmark.server.storage.index.SharedLook;
import io.mintmark.server.storage.postgresql.claim.Lane;
import io.mintmark.server.storage.postgresql.claim.WriterProgress;
import io.mintmark.server.storage.postgresql.read.IndexReads;
import io.mintmark.server.storage.postgresql.write.IndexClaims;
import io.mintmark.server.storage.row.GroupIndexRows;
import io.mintmark.server.storage.row.GroupRows;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Indexes in the tables that all nodes share; their commits go through this node's lane of documents. Thread-safe. */
final class PostgresIndexes implements IndexStorage, SharedIndexes {
    private final StorageWriter writer;
    private final GroupIndexRows indexRows;
    private final IndexReads reads;
    private final IndexClaims claims;
    private final RandomBytes random;
    private volatile Runnable whenHeard = () -> {};
    private long groupsElsewhere = -1;

    /**
     * Keeps them.
     *
     * @param writer the lane of documents
     * @param indexRows that lane's rows of indexes
     */
    PostgresIndexes(
            StorageWriter writer, GroupIndexRows indexRows, IndexReads reads, IndexClaims claims, RandomBytes random) {
        this.writer = writer;
        this.indexRows = indexRows;
        this.reads = reads;
        this.claims = claims;
        this.random = random;
    }

    private <T> T write(Function<GroupRows, T> work, Consumer<ReadSet> announcement) {
        return writer.submit(Party.NOBODY, work, announcement).await();
    }

    @Override
    public ChangePage after(@Nullable String position, int limit) {
        return reads.changes(position, limit);
    }

    @Override
    public byte[] list() {
        return listed().list();
    }

    @Override
    public void putList(byte[] list, Set<Long> indexes) {
        boolean ignored = write(
                rows -> {
                    IndexWork.putList(rows, indexRows, list, indexes);
                    return true;
                },
                ReadSet::addIndexList);
    }

    @Override
    public Optional<SharedIndexes> shared() {
        return Optional.of(this);
    }

    @Override
    public Listed listed() {
        return reads.list();
    }

    @Override
    public Optional<Listed> listedAfter(long known) {
        return reads.listAfter(known);
    }

    @Override
    public boolean putList(long version, byte[] list, Set<Long> indexes) {
        return write(rows -> IndexWork.putList(rows, indexRows, version, list, indexes), ReadSet::addIndexList);
    }

    @Override
    public SharedLook look() {
        return reads.look();
    }

    @Override
    public boolean claim(long index) {
        return claims.claim(index);
    }

    @Override
    public void leave() {
        claims.leave();
    }

    @Override
    public void report(long index, @Nullable String failure) {
        claims.report(index, failure == null ? null : Printable.of(failure));
    }

    @Override
    public void whenHeard(Runnable next) {
        whenHeard = next;
    }

    /** Learns how far the other nodes are; called by one thread. */
    void heard(List<WriterProgress> others) {
        long groups = others.stream()
                .filter(each -> each.writer().lane() == Lane.DOCUMENTS)
                .mapToLong(WriterProgress::groups)
                .sum();
        if (groups != groupsElsewhere) {
            groupsElsewhere = groups;
            whenHeard.run();
        }
    }

    @Override
    public IndexStore store(long index) {
        return new Store(index);
    }

    @Override
    public List<KeptError> errors(long index) {
        return reads.errors(index);
    }

    @Override
    public void forgetErrors(long index) {
        boolean ignored = write(
                rows -> {
                    indexRows.forgetErrors(index);
                    return true;
                },
                // It deletes by the index, and asks for nothing.
                keys -> {});
    }

    /** The rows of one index. */
    private final class Store implements IndexStore {
        private final long index;

        Store(long index) {
            this.index = index;
        }

        @Override
        public IndexProgress progress() {
            return reads.progress(index);
        }

        @Override
        public Map<RowKey, byte[]> read(Collection<RowKey> keys) {
            return reads.rows(index, keys);
        }

        @Override
        public List<RowKey> some(RowKey.Kind kind, int limit) {
            return reads.some(index, kind, limit);
        }

        @Override
        public boolean isWatchedElsewhere() {
            return true;
        }

        @Override
        public void commit(IndexWrite write) {
            boolean ignored = PostgresIndexes.this.write(
                    rows -> {
                        IndexWork.commit(rows, indexRows, random, index, write);
                        return true;
                    },
                    keys -> keys.addIndexCommit(index, write));
        }
    }
}
