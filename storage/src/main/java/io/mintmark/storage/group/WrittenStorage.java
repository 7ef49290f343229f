package io.mintmark.storage.group;

import io.mintmark.storage.Storage;
import io.mintmark.storage.WriteKind;
import io.mintmark.storage.WriteState;
import io.mintmark.storage.document.BatchScope;
import io.mintmark.storage.evaluation.BatchPreparation;
import io.mintmark.storage.lease.NumberAnswer;
import io.mintmark.storage.lease.NumberHistory;
import io.mintmark.storage.write.BatchNumbers;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.DocumentBatch;
import io.mintmark.storage.write.Write;
import io.mintmark.support.Party;
import io.mintmark.support.Pending;
import java.util.Optional;

/**
 * A storage whose writes go to one {@link StorageWriter}, or to one for counters and identities and one for documents;
 * an engine adds how it reads. Thread-safe if that is.
 */
public abstract class WrittenStorage implements Storage {
    private final StorageWriter counters;
    private final StorageWriter documents;

    /** Writes everything by {@code writer}, which the engine starts and closes. */
    protected WrittenStorage(StorageWriter writer) {
        this(writer, writer);
    }

    /** Writes counters and identities by one writer, and documents by another one. */
    protected WrittenStorage(StorageWriter counters, StorageWriter documents) {
        this.counters = counters;
        this.documents = documents;
    }

    @Override
    public final BatchScope batchScope() {
        return BatchScope.DATABASE;
    }

    @Override
    public final WriteState writes(WriteKind kind) {
        return (kind == WriteKind.DOCUMENT ? documents : counters).state();
    }

    /** Each request asks, so it asks the writers themselves. */
    @Override
    public final boolean isOutlived() {
        return false;
    }

    @Override
    public final boolean hasFailed() {
        return counters.hasFailed() || documents.hasFailed();
    }

    @Override
    public final NumberAnswer holderOf(CounterName counter, long number) {
        return NumberHistory.answer(number, reads().facts(counter, number), Optional.empty());
    }

    @Override
    public final <T> Pending<T> submit(Write<T> write, Party party) {
        if (write instanceof DocumentBatch.Homecoming) {
            return home(write, party);
        }
        if (!(write instanceof DocumentBatch batch)) {
            return counters.submit(write, party);
        }
        boolean apart = counters != documents && BatchPreparation.isNeededFor(batch);
        return documents.submit(apart ? withoutNumbers(batch, party) : write, party);
    }

    /** Readers of one writer's etags would not see what comes home below them; no node of such an engine is cut off. */
    private <T> Pending<T> home(Write<T> write, Party party) {
        if (counters == documents) {
            throw new IllegalStateException("a store of one writer has no node whose documents could come home");
        }
        return documents.submit(write, party);
    }

    /**
     * Numbers and counters come first where another writer has them. They are waited for here: a batch that the same
     * thread submits next must not overtake this one.
     */
    @SuppressWarnings("unchecked") // a batch comes to what is left of it
    private <T> Write<T> withoutNumbers(DocumentBatch batch, Party party) {
        return (Write<T>) counters.submit(new BatchNumbers(batch), party).await();
    }
}
