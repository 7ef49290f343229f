package io.mintmark.lab.process;

import io.mintmark.document.NodeTag;
import io.mintmark.storage.Storage;
import io.mintmark.storage.StorageReads;
import io.mintmark.storage.WriteKind;
import io.mintmark.storage.WriteState;
import io.mintmark.storage.document.BatchScope;
import io.mintmark.storage.lease.NumberAnswer;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.Lease;
import io.mintmark.storage.write.RangeRequest;
import io.mintmark.storage.write.Write;
import io.mintmark.support.Party;
import io.mintmark.support.Pending;
import java.time.Instant;

/**
 * A database whose next range, and whose only document, are always the same. Every verb that needs something stored is
 * refused. Safe for any number of threads.
 */
final class UnstoredStorage implements Storage {
    private static final String ID = "AAAAAAAAAAAAAAAAAAAAAA";
    /** As long as those that the load asks for, with numbers of as many digits as they have after a while. */
    private static final Pending<Lease> RANGE = Pending.done(
            new Lease(31_251, 1_000_001, 1_000_032, NodeTag.of("A"), Instant.parse("2026-01-01T00:00:00Z")));

    @Override
    @SuppressWarnings("unchecked") // a range is answered by a lease
    public <T> Pending<T> submit(Write<T> write, Party party) {
        if (write instanceof RangeRequest) {
            return (Pending<T>) RANGE;
        }
        throw refused();
    }

    @Override
    public StorageReads reads() {
        return new UnstoredReads();
    }

    @Override
    public NumberAnswer holderOf(CounterName counter, long number) {
        throw refused();
    }

    @Override
    public WriteState writes(WriteKind kind) {
        return WriteState.TAKEN;
    }

    @Override
    public String life() {
        return ID + ".1";
    }

    @Override
    public String databaseId() {
        return ID;
    }

    @Override
    public BatchScope batchScope() {
        return BatchScope.DATABASE;
    }

    @Override
    public void close() {}

    static UnsupportedOperationException refused() {
        return new UnsupportedOperationException(
                "only ranges and single documents are answered: ask for GET …/hilo/next or …/docs?id=");
    }
}
