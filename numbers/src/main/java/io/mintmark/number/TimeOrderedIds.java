package io.mintmark.number;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.LongSupplier;

/**
 * A generator of ids of a {@link BitLayout}: each id is higher than the one before, whichever caller asked for it, and
 * says when it was made.
 *
 * <p>An id costs one atomic addition and a few shifts: no clock is read for it and no lock taken. Another thread moves
 * time on while ids are asked for, once a tick but at least every 10 ms, and rests otherwise; so ids come into a new
 * tick late by that much, or by as long as the machine lets that thread wait. More ids than a tick holds are borrowed
 * from the near future, up to a limit; then callers wait. When the clock steps back, ids stay where they are: callers
 * wait a little, or are refused, until the clock has come after. Safe for any number of threads, virtual ones included;
 * no state is kept for a thread.
 *
 * <pre>{@code
 * try (TimeOrderedIds ids = BitLayouts.TWITTER.generator()
 *         .leases(WorkerLeases.shared(slots, 1_024, Duration.ofMinutes(10))) // slots: a RangeSource of its own
 *         .start()) {
 *     long id = ids.next();
 * }
 * }</pre>
 *
 * <h2>Why no id comes twice</h2>
 *
 * <p>Tick and sequence are one word that callers add 1 to. Additions to it are totally ordered, and apart from them it
 * is only ever moved up: no two callers get one word. The word and the worker number make the id, one to one. A word is
 * used only if its tick lies in the lease of the worker number; leases of one number do not overlap
 * ({@link WorkerLeases}), so generators in other processes, and in other lives of this one, have other words or other
 * workers. No step of this argument asks what time it is. Clocks decide which ids come next and how long one waits,
 * never whether they are new.
 */
public final class TimeOrderedIds implements LongSupplier, AutoCloseable {
    private static final long NONE = Long.MAX_VALUE;
    private static final VarHandle WINDOW;

    static {
        try {
            WINDOW = MethodHandles.lookup().findVarHandle(TimeOrderedIds.class, "window", WorkerWindow.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Timekeeper keeper;

    @SuppressWarnings("FieldMayBeFinal") // by the timekeeper
    private volatile WorkerWindow window;

    TimeOrderedIds(Timekeeper keeper) {
        this.keeper = keeper;
        this.window = keeper.start(next -> WINDOW.setRelease(this, next));
    }

    /**
     * Issues an id.
     *
     * @throws TimeRefusedException if there is no id of this moment and none soon; the next call looks again
     * @throws io.mintmark.counter.ExhaustedException if the layout has run out
     * @throws io.mintmark.MintmarkException as the source of the worker number throws
     * @throws IllegalStateException if the generator is closed
     */
    public long next() {
        WorkerWindow current = (WorkerWindow) WINDOW.getAcquire(this);
        // Read ahead of the claim: a load after an atomic add waits until that is through.
        long limit = current.limit;
        long mask = current.sequenceMask;
        int lift = current.timeLift;
        int shift = current.sequenceShift;
        long worker = current.worker;
        long word = limit == WorkerWindow.SHUT ? NONE : current.claim();
        return word < limit ? (word & ~mask) << lift | (word & mask) << shift | worker : late(current, word);
    }

    /** A word at or after the limit is still its caller's own; only after the end there is none. */
    private long late(WorkerWindow window, long claimed) {
        WorkerWindow current = window;
        long word = claimed;
        while (word == NONE || !keeper.admits(current, word)) {
            current = keeper.open();
            word = current.claim();
        }
        return current.id(word);
    }

    /** The same as {@link #next()}. */
    @Override
    public long getAsLong() {
        return next();
    }

    /**
     * Ends issuing, and gives back what is left of the lease if its source takes it, so that the next start need not
     * wait.
     *
     * <p>Callers that wait are refused. Closing twice does nothing.
     */
    @Override
    public void close() {
        keeper.close();
    }

    /** Names the layout. */
    @Override
    public String toString() {
        return "TimeOrderedIds(" + keeper.layout() + ")";
    }
}
