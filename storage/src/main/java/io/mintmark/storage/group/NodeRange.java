package io.mintmark.storage.group;

import io.mintmark.counter.LeaseToken;
import io.mintmark.counter.Life;
import io.mintmark.counter.OpenLease;
import io.mintmark.counter.ReturnRule;
import io.mintmark.storage.write.AheadReturn;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.NumbersAhead;
import io.mintmark.storage.write.RangeReturn;
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
    private long cursor;
    private @Nullable OpenLease latest;

    /**
     * Owns {@code numbers}.
     *
     * @param life the name of the database's life
     */
    NodeRange(NumbersAhead numbers, String life) {
        this.numbers = numbers;
        this.life = life;
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
    OpenLease cut(int size, long lastMax, long serial) {
        long before = above(lastMax);
        OpenLease cut = new OpenLease(serial, before + 1, before + size);
        cursor = cut.high();
        latest = cut;
        return cut;
    }

    /** Returns whether a return concerns the range that was cut last; all others are for the engine to judge. */
    boolean isAbout(RangeReturn request) {
        OpenLease cut = latest;
        LeaseToken token = request.token();
        return cut != null && cut.high() == request.end() && (token == null || token.serial() == cut.serial());
    }

    /** Takes the tail of the range back that was cut last, if it may. */
    ReturnRule.Verdict giveBack(RangeReturn request) {
        Life present = request.token() == null ? new Life(life, numbers.endBefore()) : Life.first(life);
        ReturnRule.Verdict verdict =
                ReturnRule.judge(present, cursor, latest, request.last(), request.end(), request.token());
        if (verdict instanceof ReturnRule.Verdict.Accepted accepted) {
            cursor = accepted.newMax();
            latest = null;
        }
        return verdict;
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

    /** Returns whether there is nothing that the engine should hear of. */
    boolean isUsedUp() {
        return left() == 0 && latest == null;
    }
}
