package io.mintmark.storage.group;

import io.mintmark.counter.ReturnRule;
import io.mintmark.document.NodeTag;
import io.mintmark.storage.lease.CutFact;
import io.mintmark.storage.row.LeaseSerials;
import io.mintmark.storage.write.AheadRequest;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.Cut;
import io.mintmark.storage.write.NumbersAhead;
import io.mintmark.storage.write.RangeRequest;
import io.mintmark.storage.write.RangeReturn;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
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

    private final Home home;
    private final LeaseLog.@Nullable OfCounter log;
    private final ReservationRate rate;
    /** The one that is cut, and perhaps the one that follows. */
    private final Deque<NodeRange> owned = new ArrayDeque<>(2);
    /** What goes back, until the engine has it: the range that was cut last is on record nowhere else. */
    private final List<NodeRange> leaving = new ArrayList<>(2);

    private long lastUsed;
    private long notBefore;
    private boolean onTheWay;
    /** Whether a range could not be cut for want of a serial, which only a reservation brings. */
    private boolean shortOfSerials;
    /** Grows when what is on the way is not to be cut any more. */
    private long generation;

    private boolean retired;

    /** What a request came to: a lease that was cut, or what should be reserved ahead. */
    record Outcome(@Nullable Cut cut, @Nullable AheadRequest wanted, long generation) {}

    /**
     * What all counters of a database share.
     *
     * @param life the name of the database's life
     * @param node this node's tag
     * @param serials where serials of leases are drawn
     * @param clock the server's clock
     * @param log gets what is cut; null where no log is kept
     */
    record Home(
            String life,
            NodeTag node,
            LeaseSerials serials,
            InstantSource clock,
            @Nullable LeaseLog log) {}

    AheadCounter(CounterName counter, Home home, ReservationAmount amount, long nowNanos) {
        this.home = home;
        LeaseLog all = home.log();
        this.log = all == null ? null : new LeaseLog.OfCounter(counter, home.node(), all, this::takeLog);
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
        @Nullable Cut cut = cut(request);
        @Nullable AheadRequest wanted = isDue(nowNanos) ? wanted(request) : null;
        onTheWay |= wanted != null;
        return Optional.of(new Outcome(cut, wanted, generation));
    }

    private AheadRequest wanted(RangeRequest request) {
        int numbers = rate.ahead(request.size());
        return new AheadRequest(request.counter(), numbers, rate.ranges(numbers));
    }

    /** Cuts the range of a request that was counted, or returns null if it must come from the counter itself. */
    synchronized @Nullable Cut cut(RangeRequest request) {
        NodeRange present = owned.peek();
        if (present == null || request.lastMax() > present.numbers().high()) {
            // A client that is ahead of this node gets its range from the counter itself; others go on here.
            return null;
        }
        if (!present.has(request.size(), request.lastMax()) && owned.size() > 1) {
            // What is left of the one before is a gap: too small for this client, and no other one may come.
            abandon(owned.remove());
            present = owned.element();
        }
        return present.has(request.size(), request.lastMax()) ? cut(present, request) : null;
    }

    private @Nullable Cut cut(NodeRange present, RangeRequest request) {
        OptionalLong serial = home.serials().cut();
        shortOfSerials = serial.isEmpty();
        return shortOfSerials
                ? null
                : present.cut(
                        request.size(),
                        request.lastMax(),
                        serial.getAsLong(),
                        home.clock().instant(),
                        request.holder());
    }

    private void abandon(NodeRange range) {
        range.abandon(home.clock().instant());
        if (log != null) {
            log.ended(range.numbers().serial());
        }
    }

    private synchronized void takeLog() {
        if (log != null) {
            log.take();
        }
    }

    /** Returns what is known here of a number that was cut or may be; empty if nothing is. */
    synchronized Optional<CutFact> find(long number) {
        return find(owned, number)
                .or(() -> log == null ? Optional.empty() : log.find(number))
                // What goes back may be reserved anew by now, but for the range that was cut last of it.
                .or(() -> find(leaving, number).filter(fact -> !(fact instanceof CutFact.Ahead)));
    }

    private Optional<CutFact> find(Collection<NodeRange> ranges, long number) {
        return ranges.stream()
                .filter(range -> !range.isGone())
                .flatMap(range -> Optional.ofNullable(range.find(home.node(), number)).stream())
                .findFirst();
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
        owned.add(new NodeRange(numbers, home.life(), log));
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
        dropped.stream().filter(NodeRange::isUsedUp).forEach(this::abandon);
        leaving.removeIf(NodeRange::isGone);
        dropped.stream().filter(range -> !range.isUsedUp()).forEach(leaving::add);
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

    private boolean isLogged() {
        return log == null || log.isEmpty();
    }

    /** Takes it out of use if nobody asked for so long and it owns nothing; returns whether it did. */
    synchronized boolean retire(long nowNanos, long nanos) {
        retired = retired || (isIdle(nowNanos, nanos) && owned.isEmpty() && !onTheWay && gate.isEmpty() && isLogged());
        return retired;
    }
}
