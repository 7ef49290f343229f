package io.mintmark.storage.evaluation;

import io.mintmark.counter.ExhaustedException;
import io.mintmark.counter.Life;
import io.mintmark.counter.NumberSlice;
import io.mintmark.counter.OpenLease;
import io.mintmark.counter.Reservation;
import io.mintmark.counter.ReturnRule;
import io.mintmark.storage.lease.LeaseKind;
import io.mintmark.storage.row.Counter;
import io.mintmark.storage.row.GroupRows;
import io.mintmark.storage.row.LeaseRow.Details;
import io.mintmark.storage.write.AheadRequest;
import io.mintmark.storage.write.AheadReturn;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.CounterRaise;
import io.mintmark.storage.write.Cut;
import io.mintmark.storage.write.CutLog;
import io.mintmark.storage.write.HiLoDocument;
import io.mintmark.storage.write.Holder;
import io.mintmark.storage.write.Lease;
import io.mintmark.storage.write.NumbersAhead;
import io.mintmark.storage.write.RangeRequest;
import io.mintmark.storage.write.RangeReturn;
import io.mintmark.storage.write.Standing;
import org.jspecify.annotations.Nullable;

/** What reserving, giving back and raising a counter come to. Stateless. */
public final class HiLoWork {
    private static final String READ_EXACTLY = " (2^53-1) is the highest that all clients read exactly";
    private static final String BELOW_SLICES =
            " (2^52-1) is the highest, since those above are of slices, which nodes hand out while they are cut off";

    private HiLoWork() {}

    /** Moves a counter up and keeps the lease of what was passed. */
    public static Lease reserve(GroupRows rows, RangeRequest request) {
        Counter counter = rows.counter(request.counter().document());
        long before = counter == null ? rows.beginsAbove(request.counter().key()) : counter.max();
        Reservation range = range(rows, before, request);
        if (counter == null) {
            counter = addCounter(rows, request.counter());
        }
        Lease lease = new Lease(rows.drawLeaseSerial(), range.low(), range.high(), rows.nodeTag(), rows.now());
        rows.addLease(lease, counter, new Details(request.holder(), LeaseKind.RANGE, range.low() - before - 1));
        counter.reserved(new OpenLease(lease.serial(), lease.low(), lease.high()));
        touch(rows, counter, before);
        return lease;
    }

    private static Reservation range(GroupRows rows, long before, RangeRequest request) {
        try {
            return Reservation.of(before, request.lastMax(), request.size(), rows.ceiling());
        } catch (ExhaustedException e) {
            throw new ExhaustedException("The counter " + request.counter().document() + " issues no more numbers: "
                    + rows.ceiling() + (endsBelowSlices(rows) ? BELOW_SLICES : READ_EXACTLY) + ", and Max=" + before
                    + ", lastMax=" + request.lastMax() + ". Use another counter.");
        }
    }

    private static boolean endsBelowSlices(GroupRows rows) {
        return rows.ceiling() == NumberSlice.ORDINARY_MAX;
    }

    /** Takes the unused tail of a counter's latest lease back, if it may. */
    public static ReturnRule.Verdict giveBack(GroupRows rows, RangeReturn request) {
        Counter counter = rows.counter(request.counter().document());
        if (NumberSlice.has(request.end())) {
            return new ReturnRule.Verdict.Refused(ReturnRule.Reason.OF_A_SLICE);
        } else if (counter == null) {
            return new ReturnRule.Verdict.Refused(ReturnRule.Reason.NO_OPEN_LEASE);
        }
        OpenLease latest = counter.latest();
        Life life = request.token() == null ? lifeOf(rows, counter) : Life.first(rows.life());
        ReturnRule.Verdict verdict =
                ReturnRule.judge(life, counter.max(), latest, request.last(), request.end(), request.token());
        if (latest != null && verdict instanceof ReturnRule.Verdict.Accepted accepted) {
            long before = counter.max();
            rows.closeLease(counter, latest.serial(), accepted.newMax());
            boolean unused = accepted.newMax() < latest.low();
            counter.returned(accepted.newMax(), unused ? adjacentBefore(rows, counter, latest) : null);
            touch(rows, counter, before);
        }
        return verdict;
    }

    /** When a lease goes back wholly unused, the one that ends right below it is the counter's latest again. */
    private static @Nullable OpenLease adjacentBefore(GroupRows rows, Counter counter, OpenLease returned) {
        OpenLease before = rows.openLeaseBefore(counter, returned.serial());
        return before != null && before.high() == returned.low() - 1 ? before : null;
    }

    /** Returns what a return without a token is held against. */
    private static Life lifeOf(GroupRows rows, Counter counter) {
        return new Life(rows.life(), rows.highestEndBefore(counter.key()));
    }

    /**
     * Moves a counter up for the node that writes, which hands out what was passed by itself. The reservation is on
     * record as a lease that no message returns: it is never the counter's latest one.
     */
    public static NumbersAhead reserveAhead(GroupRows rows, AheadRequest request) {
        Counter counter = rows.counter(request.counter().document());
        long before = counter == null ? rows.beginsAbove(request.counter().key()) : counter.max();
        Reservation numbers = range(rows, before, new RangeRequest(request.counter(), 0, request.size(), null));
        if (counter == null) {
            counter = addCounter(rows, request.counter());
        }
        Lease record = new Lease(rows.drawLeaseSerial(), numbers.low(), numbers.high(), rows.nodeTag(), rows.now());
        rows.drawLeaseSerials(request.ranges());
        rows.addLease(record, counter, new Details(Holder.UNKNOWN, LeaseKind.AHEAD, 0));
        counter.reservedAhead(numbers.high());
        touch(rows, counter, before);
        return new NumbersAhead(
                record.serial(), numbers.low(), numbers.high(), counter.epoch(), rows.highestEndBefore(counter.key()));
    }

    /**
     * Takes the rest of such numbers back if the counter stands at their end, and nobody edited it meanwhile: it goes
     * back to the last one that was handed out. The lease that was cut last can still be returned, and no other one
     * of those.
     */
    public static boolean giveBackAhead(GroupRows rows, AheadReturn request) {
        Counter counter = rows.counter(request.counter().document());
        NumbersAhead numbers = request.numbers();
        boolean taken = counter != null && counter.max() == numbers.high() && counter.epoch() == numbers.epoch();
        rows.endReservation(numbers.serial(), request.last(), taken);
        if (counter != null) {
            keepCut(rows, counter, request.latest());
        }
        if (counter != null && taken) {
            counter.returned(request.last(), request.openLease());
            touch(rows, counter, numbers.high());
        }
        return taken;
    }

    private static void keepCut(GroupRows rows, Counter counter, @Nullable Cut cut) {
        if (cut != null && !rows.hasLease(cut.lease().serial())) {
            OpenLease lease = cut.lease();
            rows.addLease(
                    new Lease(lease.serial(), lease.low(), lease.high(), rows.nodeTag(), cut.at()),
                    counter,
                    new Details(cut.holder(), LeaseKind.RANGE, cut.passed()));
        }
    }

    /** Puts on record which ranges the node cut from numbers it had reserved ahead. */
    public static boolean log(GroupRows rows, CutLog log) {
        log.chunks().forEach(rows::addChunk);
        log.ended().forEach(rows::endReservation);
        return true;
    }

    /** Moves a counter up without a lease; returns where it stands. */
    public static Standing raise(GroupRows rows, CounterRaise request) {
        long atLeast = request.atLeast();
        CounterName name = request.counter();
        if (atLeast < 0 || atLeast > rows.ceiling()) {
            String why = endsBelowSlices(rows) ? BELOW_SLICES : READ_EXACTLY;
            throw new IllegalArgumentException(
                    "atLeast must be 0 to " + rows.ceiling() + ": atLeast=" + atLeast + "; " + rows.ceiling() + why);
        }
        Counter counter = rows.counter(name.document());
        if (counter == null) {
            counter = addCounter(rows, name);
        }
        long before = counter.max();
        boolean moved = counter.raisedTo(atLeast) > before;
        if (moved) {
            rows.passOver(counter, LeaseKind.RAISE, before + 1, atLeast);
        }
        if (moved || counter.latest() != null || counter.mayBeAtNumbersAhead()) {
            // No return may bring the counter back below what the caller is told, neither a client's nor a node's.
            counter.edited();
            touch(rows, counter, before);
        }
        return new Standing(counter.max(), moved);
    }

    /** Moves a counter up to what its document is about to say; it is shown or hidden as before. */
    static void raise(GroupRows rows, Counter counter, long max) {
        long before = counter.max();
        long now = counter.raisedTo(max);
        if (now > before) {
            rows.passOver(counter, LeaseKind.EDIT, before + 1, now);
            counter.writtenBy(rows.nodeTag().text(), rows.now());
            rows.changed(counter, before);
        }
    }

    private static Counter addCounter(GroupRows rows, CounterName name) {
        long collection = rows.collection(HiLoDocument.COLLECTION);
        Counter counter = rows.addCounter(name.document(), collection);
        counter.becomesUsual(collection);
        return counter;
    }

    /** The document that shows the counter changed with it, and is there again if it was deleted. */
    private static void touch(GroupRows rows, Counter counter, long before) {
        if (!counter.isShown()) {
            counter.show(true);
            rows.count(counter.collection(), 1);
        }
        counter.writtenBy(rows.nodeTag().text(), rows.now());
        rows.changed(counter, before);
    }
}
