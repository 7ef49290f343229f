package io.mintmark.server.http;

import java.net.InetAddress;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One request's stay among the {@link Turns}: it waits, computes, perhaps steps aside, and ends. */
final class Turn {
    private final Turns turns;
    private final InetAddress holder;
    private final Consumer<Turn> work;
    private final @Nullable Runnable refusal;
    private final long sinceNanos;
    /** Of the thread that works. */
    private boolean goesOn;

    private boolean waited;
    /** What follows is guarded by the turns' lock. */
    boolean aside;

    long begunNanos;
    long expectedNanos;

    Turn(Turns turns, InetAddress holder, Consumer<Turn> work, @Nullable Runnable refusal, long sinceNanos) {
        this.turns = turns;
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
        turns.leave(this);
    }

    /** Lets another request compute while this one only waits for the disk; what follows the wait is short. */
    void stepAside() {
        waited = true;
        turns.stepAside(this);
    }

    /** Returns whether its work has gone on for that long. */
    boolean hasLasted(long nanos) {
        return turns.nanosOf(this) >= nanos;
    }

    /** Returns whether its work stepped aside, so that what is left of it computes beside those who have places. */
    boolean isAside() {
        return waited;
    }
}
