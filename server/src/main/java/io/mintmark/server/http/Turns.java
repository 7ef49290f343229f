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
final class Turns {
    /**
     * The bounds.
     *
     * @param computingMax places
     * @param workingMax how many may be at work, computing or aside
     * @param waitingMax how many may wait
     * @param waitNanosMax how long one may wait, in nanoseconds
     */
    record Bounds(int computingMax, int workingMax, int waitingMax, long waitNanosMax) {}

    private static final Logger LOG = LoggerFactory.getLogger(Turns.class);

    private enum Verdict {
        NOW,
        LATER,
        NEVER
    }

    private final Bounds bounds;
    private final Ticker ticker;
    private final Executor executor;
    private final HttpCounts counts;
    private final FairShare<InetAddress> working;
    private final FairQueue<InetAddress, Turn> queue = new FairQueue<>();
    private int computing;
    /** How many of those that wait have begun. */
    private int goingOn;

    Turns(Bounds bounds, Ticker ticker, Executor executor, HttpCounts counts) {
        this.bounds = bounds;
        this.ticker = ticker;
        this.executor = executor;
        this.counts = counts;
        this.working = new FairShare<>(bounds.workingMax(), bounds.workingMax());
    }

    /** Has {@code work} done on another thread, at once or later; or calls {@code refusal}, now or later. */
    void enter(InetAddress holder, Consumer<Turn> work, Runnable refusal) {
        // Not on this thread, which reads what the next connections sent.
        enter(new Turn(this, holder, work, refusal, ticker.nanos()), now -> execute(() -> runInTurn(now)));
    }

    /** Does the same, but works on the calling thread, which may wait, if there is a place at once. */
    void enterHere(InetAddress holder, Consumer<Turn> work, Runnable refusal) {
        // Nobody else's turn follows on it: this connection may have its next request already.
        enter(new Turn(this, holder, work, refusal, ticker.nanos()), now -> dispatch(run(now)));
    }

    private void enter(Turn turn, Consumer<Turn> now) {
        switch (admit(turn)) {
            case NOW -> now.accept(turn);
            case LATER -> {}
            case NEVER -> {
                counts.shedFull.increment();
                turn.refuse();
            }
        }
    }

    /** Does {@code work}, which goes on with something begun, later on another thread; never refuses it. */
    void resume(InetAddress holder, Consumer<Turn> work) {
        // What has begun ends before the same address begins something else: it holds memory while it waits.
        goOn(new Turn(this, holder, work, null, ticker.nanos()), true);
    }

    /**
     * Does {@code work}, a further slice of something that may never end, later on another thread; never refuses it. There must
     * be few that ask for this, since nothing else bounds how many wait.
     */
    void resumeLast(InetAddress holder, Consumer<Turn> work) {
        // First in its party, slice would follow slice, and what else its address wants would never come.
        goOn(new Turn(this, holder, work, null, ticker.nanos()), false);
    }

    private void goOn(Turn turn, boolean first) {
        if (begins(turn, first)) {
            // Not on this thread, which may be within the same work: a long reply would pile up its pieces on one
            // stack.
            execute(() -> runInTurn(turn));
        }
    }

    private synchronized boolean begins(Turn turn, boolean first) {
        if (beginsNow(turn)) {
            return true;
        }
        goingOn++;
        if (first) {
            queue.addFirst(turn.holder(), turn);
        } else {
            queue.add(turn.holder(), turn);
        }
        return false;
    }

    private boolean beginsNow(Turn turn) {
        boolean now = computing < bounds.computingMax() && working.take(turn.holder(), 1);
        if (now) {
            begin(turn);
        }
        return now;
    }

    private synchronized Verdict admit(Turn turn) {
        if (beginsNow(turn)) {
            return Verdict.NOW;
        }
        int mine = queue.sizeOf(turn.holder());
        // What has begun takes no room from what wants to begin, or a few hundred streams would have everybody refused.
        if (!FairShare.isFair(mine, 1, bounds.waitingMax() - (queue.size() - goingOn))) {
            return Verdict.NEVER;
        }
        queue.add(turn.holder(), turn);
        return Verdict.LATER;
    }

    /** Charges what is to be expected, lest one address gets all places before any of its turns has ended. */
    private void begin(Turn turn) {
        computing++;
        turn.begunNanos = ticker.nanos();
        turn.expectedNanos = queue.usual(turn.holder());
        queue.charge(turn.holder(), turn.expectedNanos);
    }

    /** Goes on with whoever comes next, which spares each of them a change of threads. */
    private void runInTurn(Turn first) {
        List<Turn> next = run(first);
        while (!next.isEmpty()) {
            dispatch(next.subList(1, next.size()));
            next = run(next.get(0));
        }
    }

    /** Works, and returns who comes next. */
    private List<Turn> run(Turn turn) {
        try {
            if (turn.isLate(ticker.nanos(), bounds.waitNanosMax())) {
                counts.shedLate.increment();
                turn.refuse();
            } else {
                turn.work();
            }
        } catch (RuntimeException | Error e) {
            LOG.error("a request failed beyond its own handling", e);
        }
        return turn.goesOn() ? List.of() : end(turn);
    }

    void leave(Turn turn) {
        dispatch(end(turn));
    }

    private synchronized List<Turn> end(Turn turn) {
        working.giveBack(turn.holder(), 1);
        if (!turn.aside) {
            // What is left of it may still step aside, and would leave a place that others have by then.
            turn.aside = true;
            leavePlace(turn);
        }
        return beginNext();
    }

    void stepAside(Turn turn) {
        dispatch(makeRoom(turn));
    }

    private synchronized List<Turn> makeRoom(Turn turn) {
        if (turn.aside) {
            return List.of();
        }
        turn.aside = true;
        leavePlace(turn);
        return beginNext();
    }

    /** Returns how long ago a turn began; for its own work. */
    long nanosOf(Turn turn) {
        return ticker.nanos() - turn.begunNanos;
    }

    private void leavePlace(Turn turn) {
        computing--;
        long nanos = nanosOf(turn);
        queue.charge(turn.holder(), nanos - turn.expectedNanos);
        queue.learn(turn.holder(), nanos);
    }

    private List<Turn> beginNext() {
        if (queue.size() == 0) {
            return List.of();
        }
        List<Turn> next = new ArrayList<>(2);
        while (computing < bounds.computingMax()) {
            Turn turn = queue.poll(holder -> working.take(holder, 1));
            if (turn == null) {
                break;
            }
            if (!turn.canBeRefused()) {
                goingOn--;
            }
            begin(turn);
            next.add(turn);
        }
        return next;
    }

    private void dispatch(List<Turn> turns) {
        for (Turn turn : turns) {
            execute(() -> runInTurn(turn));
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
        List<Turn> late = removeLate(ticker.nanos());
        counts.shedLate.add(late.size());
        late.forEach(turn -> execute(turn::refuse));
    }

    private synchronized List<Turn> removeLate(long nowNanos) {
        return queue.removeIf(turn -> turn.isLate(nowNanos, bounds.waitNanosMax()));
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
