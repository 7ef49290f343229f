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
import java.util.List;

/** A storage whose writes all go to one {@link StorageWriter}; an engine adds how it reads. Thread-safe if that is. */
public abstract class WrittenStorage implements Storage, AheadCounters {
    private final StorageWriter writer;

    /** Writes by {@code writer}, which the engine starts and closes. */
    protected WrittenStorage(StorageWriter writer) {
        this.writer = writer;
    }

    @Override
    public final BatchScope batchScope() {
        return BatchScope.DATABASE;
    }

    @Override
    public final WriteState writes(Strategy strategy) {
        return writer.hasFailed() ? WriteState.FAILED : WriteState.TAKEN;
    }

    @Override
    public final Pending<List<CommandResult>> submit(DocumentBatch batch, Party party) {
        return writer.commit(batch, party);
    }

    @Override
    public final Pending<Lease> submit(RangeRequest request, Party party) {
        return writer.reserve(request, party);
    }

    @Override
    public final Pending<ReturnRule.Verdict> submit(RangeReturn request, Party party) {
        return writer.giveBack(request, party);
    }

    @Override
    public final Pending<NumbersAhead> submit(AheadRequest request, Party party) {
        return writer.reserveAhead(request, party);
    }

    @Override
    public final Pending<Boolean> submit(AheadReturn request, Party party) {
        return writer.giveBackAhead(request, party);
    }

    @Override
    public final long raise(CounterName counter, long atLeast) {
        return writer.raise(counter, atLeast, Party.NOBODY).await();
    }

    @Override
    public final Pending<Long> submit(IdentityRequest request, Party party) {
        return writer.nextIdentity(request, party);
    }

    @Override
    public final Pending<Long> submit(IdentitySeed seed, Party party) {
        return writer.seedIdentity(seed, party);
    }
}
