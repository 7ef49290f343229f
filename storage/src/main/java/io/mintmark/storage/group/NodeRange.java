package io.mintmark.storage.group;

import io.mintmark.counter.LeaseToken;
import io.mintmark.counter.Life;
import io.mintmark.counter.OpenLease;
import io.mintmark.counter.ReturnRule;
import io.mintmark.document.NodeTag;
import io.mintmark.storage.lease.CutFact;
import io.mintmark.storage.write.AheadReturn;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.Cut;
import io.mintmark.storage.write.Holder;
import io.mintmark.storage.write.NumbersAhead;
import io.mintmark.storage.write.RangeReturn;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Numbers that this node owns, and how far it has handed them out. Used under its owner's lock.
 *
 * <p>The cursor is kept nowhere else. A crash leaves what follows it as a gap, and forgets every lease, so that no
 * message rewinds anything afterwards. Within the numbers it is a counter like any other: the next range begins above
 * the cursor, and a return moves it back by the {@link ReturnRule}, whose argument needs nothing else. Nobody beside
 * this node cuts or takes back numbers of its own, so the argument is not disturbed from outside. When the rest goes
 * back, the engine gets the lease that was cut last with it, and judges its return from then on.
 */
final class NodeRange {
    private final NumbersAhead numbers;
    private final String life;
    private final LeaseLog.@Nullable OfCounter log;
    private long cursor;
    private @Nullable Cut latest;
    private volatile boolean gone;

    /**
     * Owns {@code numbers}.
     *
     * @param life the name of the database's life
     * @param log gets each range once nothing of it can be given back here; null where none is kept
     */
    NodeRange(NumbersAhead numbers, String life, LeaseLog.@Nullable OfCounter log) {
        this.numbers = numbers;
        this.life = life;
        this.log = log;
        this.cursor = numbers.low() - 1;
    }

    /** Returns whether a range of that size for a client that had {@code lastMax} can be cut. */
    boolean has(int size, long lastMax) {
        return size <= numbers.high() - above(lastMax);
    }

    /** A client that gave a range back may have had more than the cursor says, and counts on more. */
    private long above(long lastMax) {
        return Math.max(cursor, lastMax);
    }

    /** Cuts the next {@code size} numbers, which must be there, under a serial that no other lease has. */
    Cut cut(int size, long lastMax, long serial, Instant now, Holder holder) {
        logLatest(cursor);
        long before = above(lastMax);
        Cut cut = new Cut(new OpenLease(serial, before + 1, before + size), before - cursor, now, holder);
        cursor = cut.lease().high();
        latest = cut;
        return cut;
    }

    private void logLatest(long last) {
        Cut cut = latest;
        if (cut != null && log != null) {
            log.add(cut, last);
        }
    }

    /** Cuts nothing any more: what is left is a gap. */
    void abandon(Instant now) {
        logLatest(cursor);
        if (log != null && left() > 0) {
            log.addLeft(cursor + 1, numbers.high(), now);
        }
        latest = null;
    }

    /** Returns whether a return concerns the range that was cut last; all others are for the engine to judge. */
    boolean isAbout(RangeReturn request) {
        OpenLease cut = openLease();
        LeaseToken token = request.token();
        return cut != null && cut.high() == request.end() && (token == null || token.serial() == cut.serial());
    }

    /** Takes the tail of the range back that was cut last, if it may. */
    ReturnRule.Verdict giveBack(RangeReturn request) {
        Life present = request.token() == null ? new Life(life, numbers.endBefore()) : Life.first(life);
        ReturnRule.Verdict verdict =
                ReturnRule.judge(present, cursor, openLease(), request.last(), request.end(), request.token());
        if (verdict instanceof ReturnRule.Verdict.Accepted accepted) {
            logLatest(accepted.newMax());
            cursor = accepted.newMax();
            latest = null;
        }
        return verdict;
    }

    private @Nullable OpenLease openLease() {
        return latest == null ? null : latest.lease();
    }

    /** Returns what is known here of a number, apart from what is logged; null if nothing is. */
    @Nullable CutFact find(NodeTag node, long number) {
        Cut cut = latest;
        if (cut != null && number >= cut.begin() && number <= cursor) {
            return number < cut.lease().low()
                    ? new CutFact.Passed(cut)
                    : new CutFact.Held(node, cut, cut.lease().high());
        }
        return number > cursor && number <= numbers.high() ? new CutFact.Ahead(numbers.serial()) : null;
    }

    /** Returns how many numbers are left. */
    long left() {
        return numbers.high() - cursor;
    }

    /** Returns what it was made of. */
    NumbersAhead numbers() {
        return numbers;
    }

    /** Returns what gives the rest back: once it was asked for, nothing is cut any more. */
    AheadReturn rest(CounterName counter) {
        return new AheadReturn(counter, cursor, numbers, latest);
    }

    /** Takes note that the engine has heard of the rest, or cannot; any thread may say so. */
    void gone() {
        gone = true;
    }

    boolean isGone() {
        return gone;
    }

    /** Returns whether there is nothing that the engine should hear of. */
    boolean isUsedUp() {
        return left() == 0 && latest == null;
    }
}
