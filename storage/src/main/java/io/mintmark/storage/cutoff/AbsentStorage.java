package io.mintmark.storage.cutoff;

import io.mintmark.storage.ReservedEtags.Block;
import io.mintmark.storage.Storage;
import io.mintmark.storage.StorageReads;
import io.mintmark.storage.StorageUnreachableException;
import io.mintmark.storage.WriteKind;
import io.mintmark.storage.WriteState;
import io.mintmark.storage.document.BatchScope;
import io.mintmark.storage.index.IndexStorage;
import io.mintmark.storage.lease.NumberAnswer;
import io.mintmark.storage.write.AheadRequest;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.RangeRequest;
import io.mintmark.storage.write.Write;
import io.mintmark.support.Party;
import io.mintmark.support.Pending;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/**
 * A database whose engine has not come since the node started: nothing is read or written, and what a
 * {@link JournaledStorage} around it takes gets etags of the block that is on record. Safe for any number of threads.
 *
 * <p>Ranges are refused, also of the claim's slice: how far the process before this one came in it was in its memory.
 */
final class AbsentStorage implements Storage {
    private final Block block;
    private final AtomicLong drawn;
    private final long ceiling;
    private final BooleanSupplier hasCome;

    /**
     * Stands in for the engine's storage.
     *
     * @param block what is on record of the database
     * @param drawn the last etag that was drawn of it; all objects of one database share it
     * @param hasCome whether the engine has come
     */
    AbsentStorage(Block block, AtomicLong drawn, long ceiling, BooleanSupplier hasCome) {
        this.block = block;
        this.drawn = drawn;
        this.ceiling = ceiling;
        this.hasCome = hasCome;
    }

    static StorageUnreachableException refusal(String more) {
        return new StorageUnreachableException(
                "The engine behind the database has not answered this node since it started (--start-cut-off), so nothing"
                        + " was done: " + more + "ask another node, or try again in a moment.",
                new IllegalStateException("the engine has not come yet"));
    }

    private static StorageUnreachableException refusal() {
        return refusal("");
    }

    @Override
    public <T> Pending<T> submit(Write<T> write, Party party) {
        if (write instanceof RangeRequest || write instanceof AheadRequest) {
            throw refusal("it gives no ranges until then, since nobody knows which numbers of its claim were given out"
                    + " before; ");
        }
        throw refusal();
    }

    @Override
    public StorageReads reads() {
        return new AbsentReads(AbsentStorage::refusal);
    }

    @Override
    public Optional<IndexStorage> indexes() {
        return Optional.of(new AbsentIndexes(AbsentStorage::refusal));
    }

    @Override
    public NumberAnswer holderOf(CounterName counter, long number) {
        throw refusal();
    }

    @Override
    public OptionalLong drawEtagAhead() {
        long before = drawn.getAndUpdate(last -> Math.min(last + 1, block.end()));
        return before < block.end() ? OptionalLong.of(before + 1) : OptionalLong.empty();
    }

    @Override
    public String life() {
        return block.life();
    }

    @Override
    public long ceiling() {
        return ceiling;
    }

    @Override
    public BatchScope batchScope() {
        return BatchScope.DATABASE;
    }

    @Override
    public String databaseId() {
        return block.databaseId();
    }

    @Override
    public WriteState writes(WriteKind kind) {
        return WriteState.UNREACHABLE;
    }

    @Override
    public boolean isToStayOpen() {
        return !isOutlived();
    }

    @Override
    public boolean isOutlived() {
        return hasCome.getAsBoolean();
    }

    @Override
    public void close() {
        // Nothing is open.
    }
}
