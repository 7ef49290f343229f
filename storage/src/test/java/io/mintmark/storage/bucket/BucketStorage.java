package io.mintmark.storage.bucket;

import io.mintmark.RandomBytes;
import io.mintmark.storage.ChangeListener;
import io.mintmark.storage.Storage;
import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.StorageReads;
import io.mintmark.storage.WriteKind;
import io.mintmark.storage.WriteState;
import io.mintmark.storage.document.BatchScope;
import io.mintmark.storage.lease.NumberAnswer;
import io.mintmark.storage.lease.NumberHistory;
import io.mintmark.storage.write.AheadRequest;
import io.mintmark.storage.write.AheadReturn;
import io.mintmark.storage.write.BatchNumbers;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.CounterRaise;
import io.mintmark.storage.write.CutLog;
import io.mintmark.storage.write.DocumentBatch;
import io.mintmark.storage.write.IdentityRequest;
import io.mintmark.storage.write.IdentitySeed;
import io.mintmark.storage.write.KeyedWrite;
import io.mintmark.storage.write.RangeRequest;
import io.mintmark.storage.write.RangeReturn;
import io.mintmark.storage.write.RequestKeyException;
import io.mintmark.storage.write.Write;
import io.mintmark.support.Party;
import io.mintmark.support.Pending;
import java.util.Optional;
import java.util.function.Function;

/** An open database: each write is done on the thread that submits it, by one step. */
final class BucketStorage implements Storage {
    private final BucketDatabase database;
    private final ChangeListener listener;
    private final BucketBatches batches;
    private volatile boolean closed;

    BucketStorage(BucketDatabase database, ChangeListener listener, RandomBytes random) {
        this.database = database;
        this.listener = listener;
        this.batches = new BucketBatches(database, listener, random);
    }

    /** Something that was refused. */
    private record Refused<T>(RuntimeException why) implements Pending<T> {
        @Override
        public T await() {
            throw why;
        }

        @Override
        public void whenSettled(Runnable next) {
            next.run();
        }
    }

    @Override
    @SuppressWarnings("unchecked") // each write has an answer of its type
    public <T> Pending<T> submit(Write<T> write, Party party) {
        try {
            requireOpen();
            return Pending.done((T) written(write));
        } catch (RuntimeException refused) {
            return new Refused<>(refused);
        }
    }

    private Object written(Write<?> write) {
        if (write instanceof RangeRequest request) {
            return step(step -> BucketCounters.reserve(step, request));
        } else if (write instanceof RangeReturn request) {
            return step(step -> BucketCounters.giveBack(step, request));
        } else if (write instanceof CounterRaise request) {
            return step(step -> BucketCounters.raise(step, request));
        } else if (write instanceof AheadRequest request) {
            return step(step -> BucketCounters.reserveAhead(step, request));
        } else if (write instanceof AheadReturn request) {
            return step(step -> BucketCounters.giveBackAhead(step, request));
        } else if (write instanceof CutLog log) {
            log.chunks().forEach(chunk -> logged(chunk));
            return true;
        } else if (write instanceof IdentityRequest request) {
            return step(step -> BucketIdentities.next(step, request));
        } else if (write instanceof IdentitySeed seed) {
            return step(step -> BucketIdentities.seed(step, seed));
        } else if (write instanceof KeyedWrite) {
            throw RequestKeyException.notKept();
        } else if (write instanceof DocumentBatch batch) {
            return batches.run(batch);
        }
        throw new IllegalArgumentException("only an engine that writes numbers apart asks itself for "
                + BatchNumbers.class.getSimpleName() + ": write=" + write);
    }

    private void logged(CutLog.Chunk chunk) {
        boolean ignored = step(step -> BucketCounters.log(step, chunk));
    }

    @Override
    public NumberAnswer holderOf(CounterName counter, long number) {
        return NumberHistory.answer(number, reads().facts(counter, number), Optional.empty());
    }

    private <T> T step(Function<BucketStep, T> work) {
        return BucketStep.run(database, listener, work);
    }

    private void requireOpen() {
        if (closed) {
            throw new StorageFailedException("The database is closed.");
        }
    }

    @Override
    public StorageReads reads() {
        requireOpen();
        return new BucketReads(database);
    }

    @Override
    public String life() {
        return database.life();
    }

    @Override
    public BatchScope batchScope() {
        return BatchScope.BUCKET;
    }

    @Override
    public String databaseId() {
        return database.id();
    }

    @Override
    public WriteState writes(WriteKind kind) {
        return WriteState.TAKEN;
    }

    @Override
    public void close() {
        closed = true;
    }
}
