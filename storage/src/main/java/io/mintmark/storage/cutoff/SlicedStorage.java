package io.mintmark.storage.cutoff;

import io.mintmark.counter.NumberSlice;
import io.mintmark.counter.ReturnRule;
import io.mintmark.storage.Storage;
import io.mintmark.storage.WriteKind;
import io.mintmark.storage.WriteState;
import io.mintmark.storage.lease.NumberAnswer;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.RangeRequest;
import io.mintmark.storage.write.RangeReturn;
import io.mintmark.storage.write.Write;
import io.mintmark.support.Party;
import io.mintmark.support.Pending;
import java.util.function.BooleanSupplier;

/**
 * A database whose ranges come from the slice of this node's claim while the node is cut off from its engine. Safe for
 * any number of threads.
 *
 * <p>It stands behind the numbers that the node owns, so it is asked for what these do not give: a slice is cut only
 * while the engine is not there, and only where nothing lower is left. A range that was asked of the engine before that
 * was noticed is refused, as it would be without slices. The database is one that the node has open, so its life and
 * its name are known. A request under a key of its own goes to the engine, which alone remembers keys.
 */
public final class SlicedStorage extends ForwardingStorage {
    private final String database;
    private final ClaimSlices slices;
    private final BooleanSupplier isCutOff;

    /**
     * Cuts ranges of the database of that name.
     *
     * @param storage the database at its engine
     * @param slices of the node's claim, shared by all of its databases
     * @param isCutOff whether the engine is not there for this node, which costs nothing to ask
     */
    public SlicedStorage(Storage storage, String database, ClaimSlices slices, BooleanSupplier isCutOff) {
        super(storage);
        this.database = database;
        this.slices = slices;
        this.isCutOff = isCutOff;
    }

    @Override
    @SuppressWarnings("unchecked") // a range is answered by a lease, and a return by a verdict
    public <T> Pending<T> submit(Write<T> write, Party party) {
        if (write instanceof RangeRequest request && isCutOff.getAsBoolean() && !isFenced()) {
            return (Pending<T>) Pending.done(slices.cut(database, request));
        }
        if (write instanceof RangeReturn returned && NumberSlice.has(returned.end())) {
            return (Pending<T>) Pending.done(new ReturnRule.Verdict.Refused(ReturnRule.Reason.OF_A_SLICE));
        }
        return super.submit(write, party);
    }

    /** A node whose claim ended says so. */
    private boolean isFenced() {
        return writes(WriteKind.HILO) == WriteState.FAILED;
    }

    @Override
    public NumberAnswer holderOf(CounterName counter, long number) {
        return NumberSlice.has(number) ? slices.holderOf(database, counter, number) : super.holderOf(counter, number);
    }
}
