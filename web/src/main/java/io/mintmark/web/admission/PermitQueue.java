package io.mintmark.web.admission;

import io.mintmark.internal.Ticker;
import io.mintmark.support.FairShare;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives requests their {@linkplain Permit permits} to compute. Few compute at a time; the others wait, and the address
 * that had the least time so far comes next: an address that sends a thousand costly requests delays its own, not those
 * of others. Thread-safe.
 *
 * <p><b>Shedding.</b> Where too many wait, or one waits too long, a request is refused before anything of it was done.
 * A {@link FairShare} each bounds how many requests of one address may wait, and how many may be at work. A request
 * that has begun is never refused.
 *
 * <p><b>Why few places are enough.</b> More computing threads than processors only share them out; but a request that
 * waits for the disk must not keep others from joining the same commit. It steps aside therefore, and its place is free
 * for the next. There is room aside for all requests that may be at work, since a share of that always stays free.
 *
 * <p><b>Why nobody is forgotten.</b> A request waits only while all places are taken or its address has its share at
 * work. Whatever ends either of the two looks for the next request within the same lock.
 */
public final class PermitQueue {
    /**
     * The bounds of one queue.
     *
     * @param computingMax how many requests compute at a time: the places
     * @param workingMax how many may be at work, computing or aside
     * @param waitingMax how many may wait
     * @param waitNanosMax how long one may wait, in nanoseconds
     */
    record Bounds(int computingMax, int workingMax, int waitingMax, long waitNanosMax) {}

    private static final Logger LOG = LoggerFactory.getLogger(PermitQueue.class);

    private enum Verdict {
        NOW,
        LATER,
        NEVER
    }

    private final Bounds bounds;
    private final Ticker ticker;
    private final Executor executor;
    private final AdmissionCounts counts;
    private final Executor refusals;
    private final FairShare<InetAddress> working;
    private final WaitingPermits line = new WaitingPermits();
    private int computing;
    /** How many wait in the line, which nobody asks while it is empty. */
    private int waiting;

    PermitQueue(Bounds bounds, Ticker ticker, Executor executor, AdmissionCounts counts) {
        this.bounds = bounds;
        this.ticker = ticker;
        this.executor = executor;
        this.counts = counts;
        // Thousands may be late in the same moment; they must not take the threads of those who are served.
        this.refusals = new BoundedExecutor(this::execute, bounds.computingMax());
        this.working = new FairShare<>(bounds.workingMax(), bounds.workingMax());
    }

    /** Runs {@code work} on another thread, at once or later, or else {@code refusal}, now or later. */
    public void enter(InetAddress party, Consumer<Permit> work, Runnable refusal) {
        enter(permit(party, work, refusal), false, this::runElsewhere);
    }

    /**
     * Does the same, but runs {@code work}, which never waits, on the calling thread if there is a place at once: a
     * change of threads costs as much as such work.
     */
    public void enterHere(InetAddress party, Consumer<Permit> work, Runnable refusal) {
        // Nobody else's work follows on this thread, which reads what other connections sent.
        enter(permit(party, work, refusal), false, now -> dispatch(run(now)));
    }

    /** Does the same before all others of its party: what has begun is worth more than what only wants to begin. */
    void enterFirst(InetAddress party, Consumer<Permit> work, Runnable refusal) {
        enter(permit(party, work, refusal), true, this::runElsewhere);
    }

    /** Runs {@code work}, which goes on with something begun, later on another thread; never refuses it. */
    public void resume(InetAddress party, Consumer<Permit> work) {
        // What has begun ends before the same address begins something else: it holds memory while it waits.
        enter(permit(party, work, null), true, this::runElsewhere);
    }

    /**
     * Runs {@code work}, a further slice of something that may never end, later on another thread; never refuses it.
     * Few callers may ask for this, since nothing else bounds how many wait.
     */
    public void resumeLast(InetAddress party, Consumer<Permit> work) {
        // At the head of its party, slice would follow slice, and other requests of its address would never come.
        enter(permit(party, work, null), false, this::runElsewhere);
    }

    /** Lets {@code party} wait as if it had had {@code times} elements more than it had. */
    synchronized void setBack(InetAddress party, int times) {
        line.setBack(party, times);
    }

    private Permit permit(InetAddress party, Consumer<Permit> work, @Nullable Runnable refusal) {
        return new Permit(this, party, work, refusal, ticker.nanos());
    }

    private void enter(Permit permit, boolean first, Consumer<Permit> now) {
        switch (admit(permit, first)) {
            case NOW -> now.accept(permit);
            case LATER -> {}
            case NEVER -> {
                counts.shedFull.increment();
                permit.refuse();
            }
        }
    }

    /**
     * The calling thread reads what the next connections sent, or is within the same work, which would pile up on its
     * stack.
     */
    private void runElsewhere(Permit permit) {
        execute(() -> runOn(permit));
    }

    private synchronized Verdict admit(Permit permit, boolean first) {
        if (computing < bounds.computingMax() && working.take(permit.party(), 1)) {
            begin(permit);
            return Verdict.NOW;
        }
        if (permit.canBeRefused() && !line.hasRoomFor(permit.party(), bounds.waitingMax())) {
            return Verdict.NEVER;
        }
        line.add(permit, first);
        waiting++;
        return Verdict.LATER;
    }

    private void begin(Permit permit) {
        computing++;
        permit.begunNanos = ticker.nanos();
        if (waiting > 0) {
            line.expect(permit);
        }
    }

    /** Works, then goes on with the next permit, which spares that a change of threads. */
    private void runOn(Permit first) {
        List<Permit> next = run(first);
        while (!next.isEmpty()) {
            dispatch(next.subList(1, next.size()));
            next = run(next.get(0));
        }
    }

    /** Works, and returns the permits that come next. */
    private List<Permit> run(Permit permit) {
        try {
            if (permit.isLate(ticker.nanos(), bounds.waitNanosMax())) {
                counts.shedLate.increment();
                permit.refuse();
            } else {
                permit.work();
            }
        } catch (RuntimeException | Error e) {
            LOG.error("a request failed beyond its own handling", e);
        }
        return permit.goesOn() ? List.of() : end(permit);
    }

    void leave(Permit permit) {
        dispatch(end(permit));
    }

    private synchronized List<Permit> end(Permit permit) {
        working.giveBack(permit.party(), 1);
        if (!permit.aside) {
            // The rest of its work may still step aside, and would leave a place that others have by then.
            permit.aside = true;
            leavePlace(permit);
        }
        return beginNext();
    }

    void stepAside(Permit permit) {
        dispatch(makeRoom(permit));
    }

    private synchronized List<Permit> makeRoom(Permit permit) {
        if (permit.aside) {
            return List.of();
        }
        permit.aside = true;
        leavePlace(permit);
        return beginNext();
    }

    /** Returns how long ago {@code permit} began to work; for that work only. */
    long nanosOf(Permit permit) {
        return ticker.nanos() - permit.begunNanos;
    }

    private void leavePlace(Permit permit) {
        computing--;
        line.learn(permit, nanosOf(permit));
    }

    private List<Permit> beginNext() {
        if (waiting == 0) {
            return List.of();
        }
        List<Permit> next = new ArrayList<>(2);
        while (computing < bounds.computingMax()) {
            Permit permit = line.next(party -> working.take(party, 1));
            if (permit == null) {
                break;
            }
            waiting--;
            begin(permit);
            next.add(permit);
        }
        return next;
    }

    private void dispatch(List<Permit> permits) {
        permits.forEach(this::runElsewhere);
    }

    private void execute(Runnable task) {
        try {
            executor.execute(task);
        } catch (RejectedExecutionException e) {
            // The threads are being stopped; the request's own end must not be lost with them.
            task.run();
        } catch (OutOfMemoryError noThread) {
            // Jetty's pool has the task by then; what waits behind this one must not be lost with the error.
            LOG.error("There is no thread for a request now, which waits for one: allow this process more.", noThread);
        }
    }

    /** Refuses requests that wait too long while no place becomes free; only the passing of time shows them. */
    void refuseLate() {
        List<Permit> late = removeLate(ticker.nanos());
        counts.shedLate.add(late.size());
        late.forEach(permit -> refusals.execute(permit::refuse));
    }

    private synchronized List<Permit> removeLate(long nowNanos) {
        List<Permit> late = line.removeLate(nowNanos, bounds.waitNanosMax());
        waiting -= late.size();
        return late;
    }

    /** Returns whether anybody waits, so that work that could go on for long lets others go first. */
    public synchronized boolean isContended() {
        return waiting > 0;
    }

    long working() {
        return working.taken();
    }

    synchronized int waiting() {
        return waiting;
    }
}
