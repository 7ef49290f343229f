package io.mintmark.storage.group;

import io.mintmark.counter.OpenLease;
import io.mintmark.counter.ReturnRule;
import io.mintmark.storage.row.LeaseSerials;
import io.mintmark.storage.write.AheadRequest;
import io.mintmark.storage.write.NumbersAhead;
import io.mintmark.storage.write.RangeRequest;
import io.mintmark.storage.write.RangeReturn;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * One counter as this node uses it: how fast it is asked for, and the numbers that the node owns of it. Safe for any
 * number of threads; nothing waits under its lock.
 */
final class AheadCounter {
    private static final long REST_NANOS = 1_000_000_000L;

    /** What is asked of the engine about this counter. */
    final CounterGate gate = new CounterGate();

    private final String life;
    private final LeaseSerials serials;
    private final ReservationRate rate;
    /** The one that is cut, and perhaps the one that follows. */
    private final Deque<NodeRange> owned = new ArrayDeque<>(2);

    private long lastUsed;
    private long notBefore;
    private boolean onTheWay;
    /** Whether a range could not be cut for want of a serial, which only a reservation brings. */
    private boolean shortOfSerials;
    /** Grows when what is on the way is not to be cut any more. */
    private long generation;

    private boolean retired;

    /** What a request came to: a lease that was cut, or what should be reserved ahead. */
    record Outcome(@Nullable OpenLease cut, @Nullable AheadRequest wanted, long generation) {}

    AheadCounter(String life, LeaseSerials serials, ReservationAmount amount, long nowNanos) {
        this.life = life;
        this.serials = serials;
        this.rate = new ReservationRate(amount, nowNanos);
        this.lastUsed = nowNanos;
        this.notBefore = nowNanos;
    }

    /**
     * Counts a request and cuts its range, if this node owns the numbers for it; empty if this object is out of use,
     * and another one must be asked.
     */
    synchronized Optional<Outcome> take(RangeRequest request, long nowNanos) {
        if (retired) {
            return Optional.empty();
        }
        lastUsed = nowNanos;
        rate.note(nowNanos, request.size());
        @Nullable OpenLease cut = cut(request);
        @Nullable AheadRequest wanted = isDue(nowNanos) ? wanted(request) : null;
        onTheWay |= wanted != null;
        return Optional.of(new Outcome(cut, wanted, generation));
    }

    private AheadRequest wanted(RangeRequest request) {
        int numbers = rate.ahead(request.size());
        return new AheadRequest(request.counter(), numbers, rate.ranges(numbers));
    }

    /** Cuts the range of a request that was counted, or returns null if it must come from the counter itself. */
    synchronized @Nullable OpenLease cut(RangeRequest request) {
        NodeRange present = owned.peek();
        if (present == null || request.lastMax() > present.numbers().high()) {
            // A client that is ahead of this node gets its range from the counter itself; others go on here.
            return null;
        }
        if (!present.has(request.size(), request.lastMax()) && owned.size() > 1) {
            // What is left of the one before is a gap: too small for this client, and no other one may come.
            owned.remove();
            present = owned.element();
        }
        return present.has(request.size(), request.lastMax()) ? cut(present, request) : null;
    }

    private @Nullable OpenLease cut(NodeRange present, RangeRequest request) {
        OptionalLong serial = serials.cut();
        shortOfSerials = serial.isEmpty();
        return shortOfSerials ? null : present.cut(request.size(), request.lastMax(), serial.getAsLong());
    }

    private boolean isDue(long nowNanos) {
        NodeRange present = owned.peek();
        return !onTheWay
                && rate.isHigh()
                && nowNanos - notBefore >= 0
                && (present == null || shortOfSerials || (owned.size() < 2 && runsLow(present)));
    }

    private boolean runsLow(NodeRange present) {
        return rate.isLow(present.left(), present.numbers().size());
    }

    /**
     * Begins to cut from what a request of {@code ofGeneration} reserved; returns false if that is not wanted any more.
     */
    synchronized boolean own(NumbersAhead numbers, long ofGeneration) {
        if (ofGeneration != generation || retired) {
            return false;
        }
        onTheWay = false;
        shortOfSerials = false;
        owned.add(new NodeRange(numbers, life));
        return true;
    }

    /** Takes note that what was on the way did not come; asks again a second later. */
    synchronized void failed(long ofGeneration, long nowNanos) {
        if (ofGeneration == generation) {
            onTheWay = false;
            notBefore = nowNanos + REST_NANOS;
        }
    }

    /** Judges a return of the range that was cut last; empty if the return is about something else. */
    synchronized Optional<ReturnRule.Verdict> giveBack(RangeReturn request) {
        for (NodeRange range : owned) {
            if (range.isAbout(request)) {
                return Optional.of(range.giveBack(request));
            }
        }
        return Optional.empty();
    }

    /** Stops cutting, and returns what was owned, the highest first; what is on the way is not cut either. */
    synchronized List<NodeRange> drop() {
        generation++;
        onTheWay = false;
        List<NodeRange> dropped = new ArrayList<>();
        owned.descendingIterator().forEachRemaining(dropped::add);
        owned.clear();
        return dropped;
    }

    /** Returns how many numbers are owned and not handed out. */
    synchronized long left() {
        return owned.stream().mapToLong(NodeRange::left).sum();
    }

    /** Returns whether nobody asked for so long. */
    synchronized boolean isIdle(long nowNanos, long nanos) {
        return nowNanos - lastUsed >= nanos;
    }

    /** Takes it out of use if nobody asked for so long and it owns nothing; returns whether it did. */
    synchronized boolean retire(long nowNanos, long nanos) {
        retired = retired || (isIdle(nowNanos, nanos) && owned.isEmpty() && !onTheWay && gate.isEmpty());
        return retired;
    }
}
