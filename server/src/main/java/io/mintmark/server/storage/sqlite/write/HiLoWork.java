package io.mintmark.server.storage.sqlite.write;

import io.mintmark.counter.ExhaustedException;
import io.mintmark.counter.Life;
import io.mintmark.counter.OpenLease;
import io.mintmark.counter.Reservation;
import io.mintmark.counter.ReturnRule;
import io.mintmark.server.storage.CounterName;
import io.mintmark.server.storage.HiLoDocument;
import io.mintmark.server.storage.Lease;
import io.mintmark.server.storage.RangeRequest;
import io.mintmark.server.storage.RangeReturn;
import io.mintmark.server.storage.sqlite.row.Ticks;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** What reserving, giving back and raising come to inside a write transaction. Stateless. */
final class HiLoWork {
    /** The server's ceiling: clients in JavaScript read every number up to here exactly. */
    static final long CEILING = Reservation.CEILING_JS_SAFE;

    private HiLoWork() {}

    static Lease reserve(WriteTransaction tx, RangeRequest request) throws SQLException {
        Counter counter = tx.counters.find(request.counter().document());
        long before = counter == null ? tx.state.firstMax() : counter.max;
        Reservation range = range(before, request);
        if (counter == null) {
            counter = addCounter(tx, request.counter());
        }
        Lease lease = new Lease(tx.state.drawLeaseSerial(), range.low(), range.high(), tx.now());
        tx.leases.insert(lease, counter, tx.nodeTag.text(), request.client());
        counter.reserved(new OpenLease(lease.serial(), lease.low(), lease.high()));
        touch(tx, counter, before);
        return lease;
    }

    private static Reservation range(long before, RangeRequest request) {
        try {
            return Reservation.of(before, request.lastMax(), request.size(), CEILING);
        } catch (ExhaustedException e) {
            throw new ExhaustedException(
                    "The counter " + request.counter().document() + " issues no more numbers: " + CEILING
                            + " (2^53-1) is the highest that all clients read exactly, and Max=" + before + ", lastMax="
                            + request.lastMax() + ". Use another tag.");
        }
    }

    static ReturnRule.Verdict giveBack(WriteTransaction tx, RangeReturn request) throws SQLException {
        Counter counter = tx.counters.find(request.counter().document());
        if (counter == null) {
            return new ReturnRule.Verdict.Refused(ReturnRule.Reason.NO_OPEN_LEASE);
        }
        OpenLease latest = counter.latest;
        Life life = request.token() == null ? tx.lifeOf(counter.key) : Life.first(tx.state.life());
        ReturnRule.Verdict verdict =
                ReturnRule.judge(life, counter.max, latest, request.last(), request.end(), request.token());
        if (latest != null && verdict instanceof ReturnRule.Verdict.Accepted accepted) {
            long before = counter.max;
            tx.leases.close(latest.serial(), accepted.newMax());
            counter.max = accepted.newMax();
            counter.latest = accepted.newMax() < latest.low() ? adjacentBefore(tx, counter, latest) : null;
            touch(tx, counter, before);
        }
        return verdict;
    }

    /** When a lease goes back wholly unused, the one that ends right below it is the counter's latest again. */
    private static @Nullable OpenLease adjacentBefore(WriteTransaction tx, Counter counter, OpenLease returned)
            throws SQLException {
        OpenLease before = tx.leases.openBefore(counter, returned.serial());
        boolean adjacent =
                before != null && before.high() == returned.low() - 1 && !tx.state.isForgotten(before.serial());
        return adjacent ? before : null;
    }

    static long raise(WriteTransaction tx, CounterName name, long atLeast) throws SQLException {
        if (atLeast < 0 || atLeast > CEILING) {
            throw new IllegalArgumentException("atLeast must be 0 to " + CEILING + ": atLeast=" + atLeast);
        }
        Counter counter = tx.counters.find(name.document());
        if (counter == null) {
            counter = addCounter(tx, name);
        }
        long before = counter.max;
        boolean moved = counter.raisedTo(atLeast) > before;
        if (moved || counter.latest != null) {
            // No return may bring the counter back below what the caller is told.
            counter.edited();
            touch(tx, counter, before);
        }
        return counter.max;
    }

    private static Counter addCounter(WriteTransaction tx, CounterName name) throws SQLException {
        long collection = tx.collections.number(HiLoDocument.COLLECTION);
        Counter counter = tx.counters.add(name.document(), tx.nodeTag.text(), collection);
        counter.metadata = HiLoDocument.metadata();
        return counter;
    }

    /** The document that shows the counter changed with it, and is there again if it was deleted. */
    private static void touch(WriteTransaction tx, Counter counter, long before) throws SQLException {
        if (!counter.shown) {
            counter.shown = true;
            tx.collections.count(counter.collection, 1);
        }
        counter.node = tx.nodeTag.text();
        counter.modifiedTicks = Ticks.of(tx.now());
        tx.counters.change(counter, before);
    }
}
