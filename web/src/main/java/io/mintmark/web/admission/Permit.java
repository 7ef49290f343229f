package io.mintmark.web.admission;

import java.net.InetAddress;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One request's right to compute now, from asking for it to its end: it waits, works, perhaps steps aside, and ends.
 */
public final class Permit {
    /** In the place of an expected cost: nobody waited, so nobody asked. */
    static final long UNEXPECTED = -1;

    private final PermitQueue queue;
    private final InetAddress party;
    private final Consumer<Permit> work;
    private final @Nullable Runnable refusal;
    private final long sinceNanos;
    /** Used only by the thread that works, like the field after it. */
    private boolean goesOn;

    private boolean waited;
    /** Guarded by the queue's lock, like the fields after it. */
    boolean aside;

    long begunNanos;
    long expectedNanos = UNEXPECTED;

    Permit(PermitQueue queue, InetAddress party, Consumer<Permit> work, @Nullable Runnable refusal, long sinceNanos) {
        this.queue = queue;
        this.party = party;
        this.work = work;
        this.refusal = refusal;
        this.sinceNanos = sinceNanos;
    }

    InetAddress party() {
        return party;
    }

    /** Returns whether nothing is lost if this permit never comes. */
    boolean canBeRefused() {
        return refusal != null;
    }

    boolean isLate(long nowNanos, long waitNanosMax) {
        return refusal != null && nowNanos - sinceNanos > waitNanosMax;
    }

    void work() {
        work.accept(this);
    }

    void refuse() {
        if (refusal != null) {
            refusal.run();
        }
    }

    /**
     * Lets this permit last beyond its work, which has begun something; when that ends, {@link #end} must be called.
     */
    public void goOn() {
        goesOn = true;
    }

    boolean goesOn() {
        return goesOn;
    }

    /** Ends a permit that went on. */
    public void end() {
        queue.leave(this);
    }

    /** Lets another request compute while this one only waits for the disk; what follows the wait is short. */
    public void stepAside() {
        waited = true;
        queue.stepAside(this);
    }

    /** Returns whether its work has gone on for {@code nanos}. */
    boolean hasLasted(long nanos) {
        return queue.nanosOf(this) >= nanos;
    }

    /** Returns whether its work stepped aside, so that the rest of it computes beside the requests that have places. */
    boolean isAside() {
        return waited;
    }
}
