package io.mintmark.storage.postgresql;

import io.mintmark.internal.Printable;
import io.mintmark.storage.evaluation.IndexWork;
import io.mintmark.storage.evaluation.ReadSet;
import io.mintmark.storage.group.StorageWriter;
import io.mintmark.storage.index.SharedIndexes;
import io.mintmark.storage.index.SharedLook;
import io.mintmark.storage.postgresql.claim.Lane;
import io.mintmark.storage.postgresql.claim.WriterProgress;
import io.mintmark.storage.postgresql.write.IndexClaims;
import io.mintmark.storage.row.GroupIndexRows;
import io.mintmark.support.Party;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Indexes in the tables that all nodes share; their commits go through this node's lane of documents. Thread-safe. */
final class PostgresIndexes implements SharedIndexes {
    private final StorageWriter writer;
    private final GroupIndexRows indexRows;
    private final SharedIndexReads reads;
    private final IndexClaims claims;
    private volatile Runnable whenHeard = () -> {};
    private long groupsElsewhere = -1;

    /**
     * Shares them.
     *
     * @param writer the lane of documents
     * @param indexRows that lane's rows of indexes
     */
    PostgresIndexes(StorageWriter writer, GroupIndexRows indexRows, SharedIndexReads reads, IndexClaims claims) {
        this.writer = writer;
        this.indexRows = indexRows;
        this.reads = reads;
        this.claims = claims;
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
        return writer.submit(
                        Party.NOBODY,
                        rows -> IndexWork.putList(rows, indexRows, version, list, indexes),
                        ReadSet::addIndexList)
                .await();
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
}
