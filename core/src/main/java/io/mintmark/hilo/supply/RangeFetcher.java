package io.mintmark.hilo.supply;

import io.mintmark.counter.ExhaustedException;
import io.mintmark.hilo.supply.Fetch.Call;
import io.mintmark.hilo.supply.WaiterQueue.Dealt;
import io.mintmark.internal.Ticker;
import io.mintmark.range.Range;
import io.mintmark.range.RangeListener;
import io.mintmark.range.RangeSource;
import io.mintmark.range.Refiller;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/**
 * Fetches ranges from the source, one at a time, on the refiller's threads, and queues them.
 *
 * <p><b>Single flight.</b> One range is on its way; callers that need one wait for it and for nothing else, and are
 * dealt its numbers in the order in which they came. Ranges come one after the other, so numbers increase if the
 * source's ranges do.
 *
 * <p><b>A source that does not answer.</b> Once a deadline has passed without an answer, the next caller that needs the
 * range asks the source once more, as long as fewer than {@value #CALLS_MAX} calls are under way: one connection that
 * hangs must not end a generator. The first answer is the range that was waited for. A later answer is never queued, so
 * no caller sees it; it goes back or is a gap. The next range is asked for only when this one has come, and there is
 * always room for a call for it: a fetch ends only together with one of the calls under way.
 *
 * <p><b>Failures.</b> What a source or a refiller throws reaches the callers that wait; the next caller starts anew. A
 * source that did not answer in time has failed once; what becomes later of a call that another one followed is no
 * failure. A source that failed is asked ahead of need more and more seldom.
 *
 * <p>Thread-safe; methods that say so want the supply's lock held.
 */
final class RangeFetcher {
    /** Most calls of the source under way at once; all but one were not answered within a deadline. */
    static final int CALLS_MAX = 3;

    private final RangeSource source;
    private final RangeDomain domain;
    private final Deadline deadline;
    private final RangeListener listener;
    private final Refiller refiller;
    private final Ticker ticker;
    private final HeadroomAlarm headroom;
    private final SupplyLock lock;
    private final RangePlanner planner;
    private final SegmentQueue queue;
    private final WaiterQueue waiters;
    private final RangeReturner returner;
    private final SourceRest rest = new SourceRest();

    // Guarded by the supply's lock.
    private @Nullable Fetch inFlight;
    private int callsUnderWay;

    /**
     * Set once a range came from above the ceiling: then only single numbers are asked for, to see if it still does.
     */
    private boolean exhausted;

    /** Set once closing no longer waits: a range that arrives later goes back by itself. */
    private boolean abandoned;

    RangeFetcher(
            SupplySettings settings,
            SupplyLock lock,
            RangePlanner planner,
            SegmentQueue queue,
            WaiterQueue waiters,
            RangeReturner returner) {
        this.source = settings.source();
        this.domain = settings.domain();
        this.deadline = settings.newDeadline();
        this.listener = settings.listener();
        this.refiller = settings.refiller();
        this.ticker = settings.ticker();
        this.headroom = new HeadroomAlarm(domain, listener, ticker);
        this.lock = lock;
        this.planner = planner;
        this.queue = queue;
        this.waiters = waiters;
        this.returner = returner;
    }

    /** Returns the range on its way, if there is one; the caller holds the lock. */
    @Nullable Fetch inFlight() {
        return inFlight;
    }

    /** Returns whether a range is on its way and not overdue; the caller holds the lock. */
    boolean isUnderWay(long now) {
        return inFlight != null && !inFlight.isDue(now, deadline);
    }

    /** Returns whether a source that failed is left alone for now; the caller holds the lock. */
    boolean rests(long now) {
        return rest.lasts(now);
    }

    /** Returns the range on its way, a new one if there is none; the caller holds the lock. */
    Fetch fetch(long now) {
        Fetch present = inFlight;
        if (present == null) {
            present = new Fetch(exhausted ? 1 : planSize(now));
            inFlight = present;
        }
        return present;
    }

    private long planSize(long now) {
        planner.observeAll(queue.issued(), now);
        if (!waiters.isEmpty()) {
            planner.observeBlocked(waiters.largestBlock());
        }
        return planner.planSize(queue.left());
    }

    /** Returns the call of the source that is due so that a range comes, or null; the caller holds the lock. */
    @Nullable Call due(long now) {
        Fetch fetch = fetch(now);
        if (callsUnderWay == CALLS_MAX || !fetch.isDue(now, deadline)) {
            return null;
        }
        callsUnderWay++;
        return fetch.call(now, planner.perSecond());
    }

    /** Lets what arrives from now on go back by itself; the caller holds the lock. */
    void abandon() {
        abandoned = true;
    }

    /** Makes a call that is due; without the lock. */
    void begin(@Nullable Call due) {
        if (due == null) {
            return;
        }
        try {
            refiller.execute(() -> run(due));
        } catch (Throwable refused) { // an Error too: there may be no thread
            failed(due, refused);
        }
    }

    private void run(Call call) {
        if (call.fetch.isOver()) { // the range came, or failed to, while this call waited for a thread
            lock.change(() -> ended(call));
            return;
        }
        long start = ticker.nanos();
        try {
            Range range = source.reserve(call.fetch.wanted);
            long latency = ticker.nanos() - start;
            listener.reserved(range, Duration.ofNanos(latency));
            headroom.announceIfNear(range, call.perSecond);
            arrived(call, range, latency);
        } catch (Throwable e) { // an Error too: callers must not wait for what will not come
            failed(call, e);
        }
    }

    /** The fate of a range that the source granted. */
    private enum Fate {
        QUEUED,
        CLOSED,
        TOO_LATE,
        ABOVE_CEILING
    }

    private record Arrival(Fate fate, Dealt dealt) {
        Arrival(Fate fate, Range range) {
            this(fate, new Dealt(range, 0, List.of()));
        }
    }

    private void arrived(Call call, Range range, long latency) {
        Arrival arrival = lock.decide(() -> queue(call, range, latency));
        switch (arrival.fate) {
            case QUEUED -> {
                arrival.dealt.announce(listener);
                call.fetch.done.countDown();
            }
            case CLOSED -> {
                giveBack(call, range);
                call.fetch.done.countDown();
            }
            case TOO_LATE -> giveBack(call, range);
            case ABOVE_CEILING -> {
                // A source whose own ceiling is higher does not know ours.
                returner.giveBackWhole(range);
                throw domain.exhaustedBy(range);
            }
        }
    }

    /** Queues a range that was waited for and can be used, and notes what it shows; under the lock. */
    private Arrival queue(Call call, Range range, long latency) {
        exhausted = range.low() > domain.ceiling();
        if (exhausted) {
            return new Arrival(Fate.ABOVE_CEILING, range);
        }
        if (call.fetch != inFlight) {
            return new Arrival(Fate.TOO_LATE, range);
        }
        planner.observeLatency(latency);
        planner.observeGranted(range);
        rest.answered();
        if (abandoned) {
            end(call.fetch);
            return new Arrival(Fate.CLOSED, range);
        }
        // The fetch goes on until then, so that an Error here ends it, and reaches those who wait.
        Arrival arrival = new Arrival(Fate.QUEUED, dealAndQueue(range, call.fetch.wanted));
        end(call.fetch);
        ended(call);
        return arrival;
    }

    /** Those that wait have their numbers before anybody else can find any of the range. */
    private Dealt dealAndQueue(Range range, long wanted) {
        Segment segment = domain.segment(range, queue.reserved());
        segment.startedNanos = ticker.nanos();
        Dealt dealt = waiters.deal(segment, wanted, segment.startedNanos);
        queue.append(segment);
        return dealt;
    }

    /** A call counts until its range went back: the source may hang then, too. */
    private void giveBack(Call call, Range range) {
        returner.giveBackUnused(domain.segment(range, 0));
        lock.change(() -> ended(call));
    }

    private void failed(Call call, Throwable failure) {
        Throwable told = failure instanceof ExhaustedException ended ? headroom.withHistory(ended) : failure;
        List<CountDownLatch> refused = lock.decide(() -> fail(call, told, ticker.nanos()));
        if (refused == null) {
            return;
        }
        try {
            listener.failed(domain.told(told));
        } finally {
            WaiterQueue.wake(refused);
            call.fetch.done.countDown();
        }
    }

    /** Ends a call that failed, and returns who is told, or null if the fetch does not end with it; under the lock. */
    private @Nullable List<CountDownLatch> fail(Call call, Throwable told, long now) {
        ended(call);
        if (call.fetch != inFlight || !call.fetch.isLatest(call)) {
            return null;
        }
        end(call.fetch);
        rest.failed(now);
        return waiters.refuseAll(told);
    }

    /** Called by a caller that waited in vain: if the source did not answer within the deadline, it has failed. */
    void noticeUnanswered() {
        boolean news = lock.decide(() -> isNewsThatUnanswered(ticker.nanos()));
        if (news) {
            listener.failed(deadline.unanswered());
        }
    }

    private boolean isNewsThatUnanswered(long now) {
        if (inFlight == null || !inFlight.noticeUnanswered(now, deadline)) {
            return false;
        }
        rest.failed(now);
        return true;
    }

    private void end(Fetch fetch) {
        fetch.end();
        inFlight = null;
    }

    private void ended(Call call) {
        if (!call.ended) {
            call.ended = true;
            callsUnderWay--;
        }
    }
}
