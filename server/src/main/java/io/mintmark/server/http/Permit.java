package io.mintmark.server.http;

import java.net.InetAddress;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One request's stay among the {@link PermitQueue}: it waits, computes, perhaps steps aside, and ends. */
final class Permit {
    private final PermitQueue permits;
    private final InetAddress holder;
    private final Consumer<Permit> work;
    private final @Nullable Runnable refusal;
    private final long sinceNanos;
    /** Of the thread that works. */
    private boolean goesOn;

    private boolean waited;
    /** What follows is guarded by the turns' lock. */
    boolean aside;

    long begunNanos;
    long expectedNanos;

    Permit(PermitQueue permits, InetAddress holder, Consumer<Permit> work, @Nullable Runnable refusal, long sinceNanos) {
        this.permits = permits;
        this.holder = holder;
        this.work = work;
        this.refusal = refusal;
        this.sinceNanos = sinceNanos;
    }

    InetAddress holder() {
        return holder;
    }

    /** Returns whether nothing is lost if this turn never comes. */
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

    /** Lets this turn last beyond its work, which has begun something: whoever ends that must {@link #end} this. */
    void goOn() {
        goesOn = true;
    }

    boolean goesOn() {
        return goesOn;
    }

    /** Ends a turn that went on. */
    void end() {
        permits.leave(this);
    }

    /** Lets another request compute while this one only waits for the disk; what follows the wait is short. */
    void stepAside() {
        waited = true;
        permits.stepAside(this);
    }

    /** Returns whether its work has gone on for that long. */
    boolean hasLasted(long nanos) {
        return permits.nanosOf(this) >= nanos;
    }

    /** Returns whether its work stepped aside, so that what is left of it computes beside those who have places. */
    boolean isAside() {
        return waited;
    }
}
