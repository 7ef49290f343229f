package io.mintmark.server.storage.group;

import io.mintmark.counter.ReturnRule;
import io.mintmark.server.storage.Party;
import io.mintmark.server.storage.Pending;
import io.mintmark.server.storage.Storage;
import io.mintmark.server.storage.Strategy;
import io.mintmark.server.storage.WriteState;
import io.mintmark.server.storage.ahead.AheadCounters;
import io.mintmark.server.storage.ahead.AheadRequest;
import io.mintmark.server.storage.ahead.AheadReturn;
import io.mintmark.server.storage.ahead.NumbersAhead;
import io.mintmark.server.storage.counter.CounterName;
import io.mintmark.server.storage.counter.IdentityRequest;
import io.mintmark.server.storage.counter.IdentitySeed;
import io.mintmark.server.storage.counter.Lease;
import io.mintmark.server.storage.counter.RangeRequest;
import io.mintmark.server.storage.counter.RangeReturn;
import io.mintmark.server.storage.document.BatchScope;
import io.mintmark.server.storage.document.CommandResult;
import io.mintmark.server.storage.document.DocumentBatch;
import io.mintmark.server.storage.evaluation.BatchPreparation;
import java.util.List;

/**
 * A storage whose writes go to one {@link StorageWriter}, or to one for counters and identities and one for documents; an engine
 * adds how it reads. Thread-safe if that is.
 */
public abstract class WrittenStorage implements Storage, AheadCounters {
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
    public final WriteState writes(Strategy strategy) {
        return (strategy == Strategy.DOCUMENT ? documents : counters).state();
    }

    /**
     * Numbers and counters come first where another writer has them. They are waited for here: a batch that the same thread
     * submits next must not overtake this one.
     */
    @Override
    public final Pending<List<CommandResult>> submit(DocumentBatch batch, Party party) {
        boolean apart = counters != documents && BatchPreparation.isNeededFor(batch);
        return documents.commit(apart ? counters.prepare(batch, party).await() : batch, party);
    }

    @Override
    public final Pending<Lease> submit(RangeRequest request, Party party) {
        return counters.reserve(request, party);
    }

    @Override
    public final Pending<ReturnRule.Verdict> submit(RangeReturn request, Party party) {
        return counters.giveBack(request, party);
    }

    @Override
    public final Pending<NumbersAhead> submit(AheadRequest request, Party party) {
        return counters.reserveAhead(request, party);
    }

    @Override
    public final Pending<Boolean> submit(AheadReturn request, Party party) {
        return counters.giveBackAhead(request, party);
    }

    @Override
    public final long raise(CounterName counter, long atLeast) {
        return counters.raise(counter, atLeast, Party.NOBODY).await();
    }

    @Override
    public final Pending<Long> submit(IdentityRequest request, Party party) {
        return counters.nextIdentity(request, party);
    }

    @Override
    public final Pending<Long> submit(IdentitySeed seed, Party party) {
        return counters.seedIdentity(seed, party);
    }
}
