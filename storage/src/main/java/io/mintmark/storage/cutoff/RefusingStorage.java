package io.mintmark.storage.cutoff;

import io.mintmark.storage.Storage;
import io.mintmark.storage.StorageUnreachableException;
import io.mintmark.storage.write.RangeRequest;
import io.mintmark.storage.write.Write;
import io.mintmark.support.Party;
import io.mintmark.support.Pending;
import java.util.function.BooleanSupplier;

/**
 * A storage of a node that hands out no range while it is cut off, also none of numbers that it owns. Safe for any
 * number of threads.
 */
public final class RefusingStorage extends ForwardingStorage {
    private final BooleanSupplier isCutOff;

    /** Refuses ranges of {@code storage} while {@code isCutOff} says so, which costs nothing to ask. */
    public RefusingStorage(Storage storage, BooleanSupplier isCutOff) {
        super(storage);
        this.isCutOff = isCutOff;
    }

    @Override
    public <T> Pending<T> submit(Write<T> write, Party party) {
        if (write instanceof RangeRequest && isCutOff.getAsBoolean()) {
            throw new StorageUnreachableException(
                    "This node is cut off from its engine, and gives no ranges then (--when-cut-off refuse): ask another"
                            + " node, or try again in a moment.",
                    new IllegalStateException("the engine is not there for this node"));
        }
        return super.submit(write, party);
    }
}
