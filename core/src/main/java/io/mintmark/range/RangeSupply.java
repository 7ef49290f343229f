package io.mintmark.range;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a generator supplied: reserves the next range before it is needed, one at a time, and gives back what was not.
 *
 * <p><b>Who asks.</b> While numbers flow, {@link #watch} runs on the refiller's thread, reads how far the cursor came,
 * and asks for a range when what is in stock would not outlast the store's latency. Callers do nothing for it. Only when
 * the watch mispredicted, or sleeps because nothing was issued for a while, does a caller ask: at the soft limit of its
 * segment (once, and it goes on), or at its end (and waits).
 *
 * <p><b>Single flight.</b> {@link #inFlight} is the one reservation under way; whoever needs a range waits for it and for
 * nothing else. The lock guards the fields here and is never held while a store is asked; the hot path does not know it.
 *
 * <p><b>Idle.</b> When nothing was issued for {@link #IDLE_NANOS} the watch gives a wholly unused range in stock back, if
 * the source can recognise it, and stops; an idle generator costs nothing.
 */
final class RangeSupply {
    private static final long WATCH_NANOS_MIN = 500_000;
    private static final long WATCH_NANOS_MAX = 10_000_000;
    private static final long IDLE_NANOS = 2_000_000_000L;

    private final RangeSource source;
    private final RangeDomain domain;
    private final Pace pace;
    private final Duration deadline;
    private final RangeListener listener;
    private final Refiller refiller;
    private final ReentrantLock lock = new ReentrantLock();
    /** The segment in use as far as this class knows; the generator's head is the same or one behind it. */
    private Segment current = Segment.empty();

    private Segment tail = current;
    private long reservedNumbers;
    private @Nullable Fetch inFlight;
    private boolean callersBlocked;
    private long largestBlock = 1;
    private boolean watching;
    private long watchedNanos;
    private long watchedIssued;
    private long idleSinceNanos;
    private boolean closed;

    /** Set once closing no longer waits: a range that arrives later goes back by itself. */
    private boolean abandoned;

    RangeSupply(
            RangeSource source,
            RangeDomain domain,
            Pace pace,
            Duration deadline,
            RangeListener listener,
            Refiller refiller) {
        this.source = source;
        this.domain = domain;
        this.pace = pace;
        this.deadline = deadline;
        this.listener = listener;
        this.refiller = refiller;
    }

    String name() {
        return domain.name();
    }

    /** Returns the empty segment that every generator begins with: the first range is reserved when it is needed. */
    Segment first() {
        return current;
    }

    IllegalStateException closedException() {
        return new IllegalStateException(
                "The generator of the counter " + domain.name() + " is closed: build a new one to issue numbers.");
    }

    /** Returns the segment behind {@code used}, waiting within the deadline; called by callers that have no number. */
    Segment awaitAfter(Segment used, int count) {
        long start = System.nanoTime();
        Fetch fetch;
        lock.lock();
        try {
            Segment next = used.next();
            if (next != null) {
                return next;
            }
            if (closed) {
                throw closedException();
            }
            observeRateAtEnd(used, start);
            largestBlock = Math.max(largestBlock, count);
            callersBlocked = true;
            fetch = startFetch();
        } finally {
            lock.unlock();
        }
        Segment next = fetch.await(domain.name(), deadline, start);
        listener.blocked(Duration.ofNanos(System.nanoTime() - start));
        requireRoomFor(count, fetch, next);
        return next;
    }

    /** The time that a used-up segment lasted is the newest measurement of the rate there is. */
    private void observeRateAtEnd(Segment used, long now) {
        if (used.size > 0) {
            pace.observeIssued(used.size, Math.max(1, now - used.startedNanos));
        }
    }

    private void requireRoomFor(int count, Fetch fetch, Segment next) {
        if (count > 1 && next.size < count && fetch.wanted >= count) {
            throw new RangeSourceException("The counter " + domain.name() + " grants " + next.size
                    + " numbers at once, which is too few for a block of " + count + ": ask for smaller blocks.");
        }
    }

    /** Called by a caller that took a number behind the soft limit: the watch is asleep or late. */
    void softLimitPassed(Segment segment) {
        if (!lock.tryLock()) {
            return;
        }
        try {
            segment.soft = segment.size;
            if (!closed && segment.next() == null && segment == current) {
                observeRateAtSoftLimit(segment);
                wakeWatch();
            }
        } finally {
            lock.unlock();
        }
    }

    private void observeRateAtSoftLimit(Segment segment) {
        if (!watching) {
            pace.observeIssued(segment.issued(), Math.max(1, System.nanoTime() - segment.startedNanos));
        }
    }

    /** Called by the one caller that moved the generator to a segment. */
    void switchedTo(Segment segment) {
        segment.startedNanos = System.nanoTime();
        lock.lock();
        try {
            current = segment;
            callersBlocked = false;
            wakeWatch();
        } finally {
            lock.unlock();
        }
    }

    private void wakeWatch() {
        if (!watching && !closed) {
            watching = true;
            watchedNanos = System.nanoTime();
            idleSinceNanos = watchedNanos;
            watchedIssued = issuedSoFar();
            refiller.after(WATCH_NANOS_MIN, this::watch);
        }
    }

    private long issuedSoFar() {
        return current.issuedBefore + current.issued();
    }

    /** Looks at the cursor, reserves ahead of need, and says when to look again. */
    private void watch() {
        lock.lock();
        try {
            if (closed) {
                watching = false;
                return;
            }
            long now = System.nanoTime();
            observe(now);
            long stock = reservedNumbers - issuedSoFar();
            double spare = pace.lasts(stock) - pace.leadNanos();
            if (spare <= 0 && inFlight == null) {
                startFetch();
            }
            if (now - idleSinceNanos >= IDLE_NANOS && inFlight == null) {
                fallAsleep();
            } else {
                double wait = inFlight != null ? WATCH_NANOS_MIN : spare;
                refiller.after((long) Math.max(WATCH_NANOS_MIN, Math.min(wait, WATCH_NANOS_MAX)), this::watch);
            }
        } finally {
            lock.unlock();
        }
    }

    private void observe(long now) {
        long issued = issuedSoFar();
        long count = issued - watchedIssued;
        pace.observeIssued(count, now - watchedNanos);
        if (count > 0) {
            idleSinceNanos = now;
        }
        watchedIssued = issued;
        watchedNanos = now;
        if (current.next() != null) {
            current.soft = current.size;
        }
    }

    /** Stops watching; the caller that comes after a quarter more of the segment wakes the watch again. */
    private void fallAsleep() {
        watching = false;
        long issued = current.issued();
        current.soft = issued + (current.size - issued) / 4;
        Segment surplus = current.next();
        if (surplus != null && surplus == tail && surplus.range.hasToken()) {
            giveSurplusBack(surplus);
        }
    }

    /**
     * Sealing decides atomically which numbers callers have and which nobody will get: a caller that walks to the segment
     * later finds it used up, and goes on to the one behind it.
     */
    private void giveSurplusBack(Segment surplus) {
        long issued = surplus.seal();
        reservedNumbers -= surplus.size - issued;
        refiller.execute(() -> settle(surplus, issued, true));
    }

    /** Returns the reservation under way, starting one if there is none; the caller holds the lock. */
    private Fetch startFetch() {
        Fetch fetch = inFlight;
        if (fetch == null) {
            fetch = new Fetch(pace.nextSize(callersBlocked, largestBlock));
            inFlight = fetch;
            Fetch started = fetch;
            refiller.execute(() -> run(started));
        }
        return fetch;
    }

    private void run(Fetch fetch) {
        long start = System.nanoTime();
        try {
            Range range = source.reserve(fetch.wanted);
            long latency = System.nanoTime() - start;
            Segment segment = arrived(range, latency);
            listener.reserved(range, Duration.ofNanos(latency));
            reportHeadroom(range);
            fetch.complete(segment, null);
        } catch (RuntimeException e) {
            failed();
            listener.failed(e);
            fetch.complete(null, e);
        }
    }

    private Segment arrived(Range range, long latency) {
        lock.lock();
        try {
            inFlight = null;
            pace.observeLatency(latency);
            Segment segment = domain.segment(range, reservedNumbers);
            append(segment);
            if (abandoned) {
                refiller.execute(() -> settle(segment, segment.seal(), true));
            }
            return segment;
        } finally {
            lock.unlock();
        }
    }

    private void failed() {
        lock.lock();
        try {
            inFlight = null;
        } finally {
            lock.unlock();
        }
    }

    private void append(Segment segment) {
        pace.observeGranted(segment.range.size());
        reservedNumbers += segment.size;
        tail.linkNext(segment);
        if (tail == current) {
            current.soft = current.size;
        }
        tail = segment;
    }

    /** From a tenth of the domain or ninety days on, whichever comes first. */
    private void reportHeadroom(Range range) {
        long left = domain.leftAbove(range);
        double seconds = pace.perSecond() <= 0 ? Double.POSITIVE_INFINITY : left / pace.perSecond();
        if (left < domain.ceiling() / 10 || seconds < Duration.ofDays(90).toSeconds()) {
            listener.headroom(left, Duration.ofSeconds((long) Math.min(seconds, Long.MAX_VALUE / 2)));
        }
    }

    /** Ends supplying: awaits the reservation in flight, then gives back what was not issued, newest first. */
    void close(Segment last, long issuedOfLast) {
        awaitReservationInFlight();
        Deque<Segment> unused = new ArrayDeque<>();
        for (Segment next = last.next(); next != null; next = next.next()) {
            unused.push(next);
        }
        boolean latest = true;
        for (Segment segment : unused) {
            latest = settle(segment, segment.seal(), latest);
        }
        settle(last, issuedOfLast, latest);
    }

    private void awaitReservationInFlight() {
        Fetch pending;
        lock.lock();
        try {
            closed = true;
            pending = inFlight;
        } finally {
            lock.unlock();
        }
        if (pending != null) {
            pending.awaitQuietly(deadline);
        }
        lock.lock();
        try {
            abandoned = true;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Gives the unused tail of a segment back, or counts it as burnt, and tells whether the range below may be the
     * counter's latest now.
     */
    private boolean settle(Segment segment, long issued, boolean latest) {
        if (issued == segment.size || segment.settled) {
            return latest && issued == 0;
        }
        segment.settled = true;
        boolean returnable = latest && (issued > 0 || segment.range.hasToken());
        if (returnable && giveBack(segment, issued)) {
            return issued == 0;
        }
        listener.burnt(segment.range, segment.size - issued);
        return false;
    }

    /** A failed return is a gap, never an error: nobody's shutdown fails for it. */
    private boolean giveBack(Segment segment, long issued) {
        long lastIssued = segment.low + issued - 1;
        try {
            if (source.giveBack(segment.range, lastIssued)) {
                listener.returned(segment.range, lastIssued, segment.size - issued);
                return true;
            }
        } catch (RuntimeException e) {
            listener.failed(e);
        }
        return false;
    }
}
