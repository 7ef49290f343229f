package io.mintmark.server.http;

import io.mintmark.server.load.FairQueue;
import io.mintmark.server.load.FairShare;
import io.mintmark.server.load.Ticker;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whose turn it is. Few requests compute at a time; the others wait, and the address that had the least time so far comes
 * next: one that sends a thousand costly requests delays its own, not those of others. Thread-safe.
 *
 * <p><b>Shedding.</b> Too many wait, or one waits too long: it is refused before anything of it was done. How many of one
 * address may wait, and how many may be at work, is a {@link FairShare} each. Whoever has begun is never refused.
 *
 * <p><b>Why few places are enough.</b> More computing threads than processors only share them out; but a request that
 * waits for the disk must not keep others from joining the same commit. So whoever waits for the disk steps aside: the
 * place is free for the next. There is room aside for all who may be at work, since a share of that always stays free.
 *
 * <p><b>Why nobody is forgotten.</b> A request waits only while all places are taken or its address has its share at work.
 * Whatever ends either looks for the next within the same lock.
 */
final class PermitQueue {
    /**
     * The bounds.
     *
     * @param computingMax places
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
    private final FairShare<InetAddress> working;
    private final FairQueue<InetAddress, Permit> queue = new FairQueue<>();
    private int computing;
    /** How many of those that wait have begun. */
    private int goingOn;

    PermitQueue(Bounds bounds, Ticker ticker, Executor executor, AdmissionCounts counts) {
        this.bounds = bounds;
        this.ticker = ticker;
        this.executor = executor;
        this.counts = counts;
        this.working = new FairShare<>(bounds.workingMax(), bounds.workingMax());
    }

    /** Has {@code work} done on another thread, at once or later; or calls {@code refusal}, now or later. */
    void enter(InetAddress holder, Consumer<Permit> work, Runnable refusal) {
        // Not on this thread, which reads what the next connections sent.
        enter(new Permit(this, holder, work, refusal, ticker.nanos()), now -> execute(() -> runInTurn(now)));
    }

    /** Does the same, but works on the calling thread, which may wait, if there is a place at once. */
    void enterHere(InetAddress holder, Consumer<Permit> work, Runnable refusal) {
        // Nobody else's turn follows on it: this connection may have its next request already.
        enter(new Permit(this, holder, work, refusal, ticker.nanos()), now -> dispatch(run(now)));
    }

    private void enter(Permit permit, Consumer<Permit> now) {
        switch (admit(permit)) {
            case NOW -> now.accept(permit);
            case LATER -> {}
            case NEVER -> {
                counts.shedFull.increment();
                permit.refuse();
            }
        }
    }

    /** Does {@code work}, which goes on with something begun, later on another thread; never refuses it. */
    void resume(InetAddress holder, Consumer<Permit> work) {
        // What has begun ends before the same address begins something else: it holds memory while it waits.
        goOn(new Permit(this, holder, work, null, ticker.nanos()), true);
    }

    /**
     * Does {@code work}, a further slice of something that may never end, later on another thread; never refuses it. There must
     * be few that ask for this, since nothing else bounds how many wait.
     */
    void resumeLast(InetAddress holder, Consumer<Permit> work) {
        // First in its party, slice would follow slice, and what else its address wants would never come.
        goOn(new Permit(this, holder, work, null, ticker.nanos()), false);
    }

    private void goOn(Permit permit, boolean first) {
        if (begins(permit, first)) {
            // Not on this thread, which may be within the same work: a long reply would pile up its pieces on one
            // stack.
            execute(() -> runInTurn(permit));
        }
    }

    private synchronized boolean begins(Permit permit, boolean first) {
        if (beginsNow(permit)) {
            return true;
        }
        goingOn++;
        if (first) {
            queue.addFirst(permit.holder(), permit);
        } else {
            queue.add(permit.holder(), permit);
        }
        return false;
    }

    private boolean beginsNow(Permit permit) {
        boolean now = computing < bounds.computingMax() && working.take(permit.holder(), 1);
        if (now) {
            begin(permit);
        }
        return now;
    }

    private synchronized Verdict admit(Permit permit) {
        if (beginsNow(permit)) {
            return Verdict.NOW;
        }
        int mine = queue.sizeOf(permit.holder());
        // What has begun takes no room from what wants to begin, or a few hundred streams would have everybody refused.
        if (!FairShare.isFair(mine, 1, bounds.waitingMax() - (queue.size() - goingOn))) {
            return Verdict.NEVER;
        }
        queue.add(permit.holder(), permit);
        return Verdict.LATER;
    }

    /** Charges what is to be expected, lest one address gets all places before any of its turns has ended. */
    private void begin(Permit permit) {
        computing++;
        permit.begunNanos = ticker.nanos();
        permit.expectedNanos = queue.usual(permit.holder());
        queue.charge(permit.holder(), permit.expectedNanos);
    }

    /** Goes on with whoever comes next, which spares each of them a change of threads. */
    private void runInTurn(Permit first) {
        List<Permit> next = run(first);
        while (!next.isEmpty()) {
            dispatch(next.subList(1, next.size()));
            next = run(next.get(0));
        }
    }

    /** Works, and returns who comes next. */
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
        working.giveBack(permit.holder(), 1);
        if (!permit.aside) {
            // What is left of it may still step aside, and would leave a place that others have by then.
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

    /** Returns how long ago a turn began; for its own work. */
    long nanosOf(Permit permit) {
        return ticker.nanos() - permit.begunNanos;
    }

    private void leavePlace(Permit permit) {
        computing--;
        long nanos = nanosOf(permit);
        queue.charge(permit.holder(), nanos - permit.expectedNanos);
        queue.learn(permit.holder(), nanos);
    }

    private List<Permit> beginNext() {
        if (queue.size() == 0) {
            return List.of();
        }
        List<Permit> next = new ArrayList<>(2);
        while (computing < bounds.computingMax()) {
            Permit permit = queue.poll(holder -> working.take(holder, 1));
            if (permit == null) {
                break;
            }
            if (!permit.canBeRefused()) {
                goingOn--;
            }
            begin(permit);
            next.add(permit);
        }
        return next;
    }

    private void dispatch(List<Permit> permits) {
        for (Permit permit : permits) {
            execute(() -> runInTurn(permit));
        }
    }

    private void execute(Runnable task) {
        try {
            executor.execute(task);
        } catch (RejectedExecutionException e) {
            // The threads are being stopped; the request's own end must not be lost with them.
            task.run();
        }
    }

    /** Refuses who waits too long although no place becomes free, which only the passing of time can tell. */
    void refuseLate() {
        List<Permit> late = removeLate(ticker.nanos());
        counts.shedLate.add(late.size());
        late.forEach(permit -> execute(permit::refuse));
    }

    private synchronized List<Permit> removeLate(long nowNanos) {
        return queue.removeIf(permit -> permit.isLate(nowNanos, bounds.waitNanosMax()));
    }

    /** Tells whether anybody waits, so that who could go on for long lets others go first. */
    synchronized boolean isContended() {
        return queue.size() > 0;
    }

    long working() {
        return working.taken();
    }

    synchronized int waiting() {
        return queue.size();
    }
}
