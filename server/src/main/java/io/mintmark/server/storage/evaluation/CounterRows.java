package io.mintmark.server.storage.evaluation;

import io.mintmark.counter.OpenLease;
import io.mintmark.document.DocumentId;
import io.mintmark.server.storage.counter.Lease;
import org.jspecify.annotations.Nullable;

/** The rows of counters, leases and identities, as the work of a group reads and changes them. */
public interface CounterRows extends SharedRows {
    /** Returns the name of the database's life, part of its tokens. */
    String life();

    /** Returns where counters and identities stand that do not exist yet. */
    long firstMax();

    /**
     * Returns where a counter stands that does not exist yet: {@link #firstMax}, and above all that a node reserved ahead of it in a
     * deleted database of this name, since a node that has not heard of the deletion gives that out still.
     */
    default long beginsAbove(String counterKey) {
        return firstMax();
    }

    /** Returns at least the highest end that a deleted database of this name ever reserved of that counter. */
    long highestEndBefore(String counterKey);

    /** Returns the counter that a document shows or would show, or null if there is none. */
    @Nullable Counter counter(DocumentId id);

    /** Adds a counter that stands at {@link #beginsAbove}, and is not shown yet. */
    Counter addCounter(DocumentId id, long collection);

    /**
     * Takes note that a counter changed.
     *
     * @param before where it stood before this piece of work
     */
    void changed(Counter counter, long before);

    /** Gives each counter that changed its new version now, instead of one version for all that the group does to it. */
    void versionCounters();

    /** Returns the number of the next lease. */
    long drawLeaseSerial();

    /** Keeps a lease, which follows the counter's latest one. */
    void addLease(Lease lease, Counter counter, @Nullable String client);

    /** Takes note that a lease was returned, and how far it was used. */
    void closeLease(Counter counter, long serial, long lastIssued);

    /** Returns the lease that was a counter's latest before this one, if it is still open and remembered. */
    @Nullable OpenLease openLeaseBefore(Counter counter, long serial);

    /** Returns the latest number of an identity, or null if there is none. */
    @Nullable Long identity(String key);

    /**
     * Sets the latest number of an identity.
     *
     * @param before where it stood, or null if it is new
     */
    void setIdentity(String key, @Nullable Long before, long value);

    /** Returns what a request was answered that came before, or null if it is new. */
    @Nullable Long answer(String request);

    /** Remembers what a request was answered. */
    void remember(String request, long value);
}
