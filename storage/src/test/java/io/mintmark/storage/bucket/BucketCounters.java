package io.mintmark.storage.bucket;

import io.mintmark.counter.Life;
import io.mintmark.counter.OpenLease;
import io.mintmark.counter.Reservation;
import io.mintmark.counter.ReturnRule;
import io.mintmark.document.DocumentId;
import io.mintmark.storage.bucket.BucketRow.HiLo;
import io.mintmark.storage.bucket.BucketRows.Place;
import io.mintmark.storage.document.DocumentChange;
import io.mintmark.storage.row.Counter;
import io.mintmark.storage.write.AheadRequest;
import io.mintmark.storage.write.AheadReturn;
import io.mintmark.storage.write.CounterRaise;
import io.mintmark.storage.write.HiLoDocument;
import io.mintmark.storage.write.Lease;
import io.mintmark.storage.write.NumbersAhead;
import io.mintmark.storage.write.RangeRequest;
import io.mintmark.storage.write.RangeReturn;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the verbs of counters come to where a counter is one row. Used within one step. */
final class BucketCounters {
    static final long CEILING = Reservation.CEILING_JS_SAFE;

    private final BucketStep step;
    private final Place place;
    private final @Nullable HiLo stored;
    private final Counter counter;

    /** Looks at the counter of a document, or at a new one. */
    BucketCounters(BucketStep step, DocumentId id) {
        this.step = step;
        this.place = Place.of(id);
        this.stored = (HiLo) step.get(place);
        this.counter = stored == null ? begun(id) : stored.counter().copy();
    }

    private Counter begun(DocumentId id) {
        Counter begun = new Counter(id, BucketStep.NODE.text(), 0);
        long above = step.database().formerAhead().getOrDefault(id.key(), 0L);
        begun.restorePosition(above, above, 0, null);
        begun.becomesUsual(0);
        return begun;
    }

    static Lease reserve(BucketStep step, RangeRequest request) {
        return new BucketCounters(step, request.counter().document()).reserve(request.lastMax(), request.size());
    }

    private Lease reserve(long lastMax, int size) {
        Reservation range = Reservation.of(counter.max(), lastMax, size, CEILING);
        long serial = step.database().rows().next(BucketDatabase.LEASES);
        OpenLease lease = new OpenLease(serial, range.low(), range.high());
        List<OpenLease> open = new ArrayList<>(open());
        open.add(lease);
        counter.reserved(lease);
        write(open);
        return new Lease(serial, range.low(), range.high(), BucketStep.NODE, counter.modified());
    }

    /** Returns the leases that may go back one after the other; an edit forgets them. */
    private List<OpenLease> open() {
        return stored == null || counter.latest() == null ? List.of() : stored.open();
    }

    static ReturnRule.Verdict giveBack(BucketStep step, RangeReturn request) {
        return new BucketCounters(step, request.counter().document()).giveBack(request);
    }

    private ReturnRule.Verdict giveBack(RangeReturn request) {
        OpenLease latest = counter.latest();
        ReturnRule.Verdict verdict = judge(latest, request);
        if (latest != null && verdict instanceof ReturnRule.Verdict.Accepted accepted) {
            List<OpenLease> rest = open().subList(0, open().size() - 1);
            OpenLease before = rest.isEmpty() ? null : rest.get(rest.size() - 1);
            boolean follows = before != null && accepted.newMax() < latest.low() && before.high() == latest.low() - 1;
            counter.returned(accepted.newMax(), follows ? before : null);
            write(follows ? rest : List.of());
        }
        return verdict;
    }

    private ReturnRule.Verdict judge(@Nullable OpenLease latest, RangeReturn request) {
        BucketDatabase database = step.database();
        if (database.mistake() == BucketMistake.TAKES_ANY_RETURN) {
            return new ReturnRule.Verdict.Accepted(request.last());
        }
        if (stored == null) {
            return new ReturnRule.Verdict.Refused(ReturnRule.Reason.NO_OPEN_LEASE);
        }
        Life life = request.token() == null
                ? new Life(database.life(), database.formerEnds().getOrDefault(counter.key(), 0L))
                : Life.first(database.life());
        return ReturnRule.judge(life, counter.max(), latest, request.last(), request.end(), request.token());
    }

    static NumbersAhead reserveAhead(BucketStep step, AheadRequest request) {
        return new BucketCounters(step, request.counter().document()).reserveAhead(request);
    }

    private NumbersAhead reserveAhead(AheadRequest request) {
        Reservation numbers = Reservation.of(counter.max(), 0, request.size(), CEILING);
        counter.reservedAhead(numbers.high());
        write(List.of());
        long endBefore = step.database().formerEnds().getOrDefault(counter.key(), 0L);
        long serial = step.database().rows().next(BucketDatabase.LEASES);
        for (long range = 0; range < request.ranges(); range++) {
            long drawn = step.database().rows().next(BucketDatabase.LEASES);
            assert drawn > serial : "serials grow";
        }
        return new NumbersAhead(serial, numbers.low(), numbers.high(), counter.epoch(), endBefore);
    }

    static boolean giveBackAhead(BucketStep step, AheadReturn request) {
        BucketCounters work = new BucketCounters(step, request.counter().document());
        NumbersAhead numbers = request.numbers();
        if (work.stored == null || work.counter.max() != numbers.high() || work.counter.epoch() != numbers.epoch()) {
            return false;
        }
        work.counter.returned(request.last(), request.latest());
        work.write(request.latest() == null ? List.of() : List.of(request.latest()));
        return true;
    }

    static long raise(BucketStep step, CounterRaise request) {
        long atLeast = request.atLeast();
        if (atLeast < 0 || atLeast > CEILING) {
            throw new IllegalArgumentException("atLeast must be 0 to " + CEILING + ": atLeast=" + atLeast);
        }
        BucketCounters work = new BucketCounters(step, request.counter().document());
        long before = work.counter.max();
        if (work.counter.raisedTo(atLeast) > before
                || work.counter.latest() != null
                || work.counter.isAtNumbersAhead()) {
            work.counter.edited();
            work.write(List.of());
        }
        return work.counter.max();
    }

    Counter counter() {
        return counter;
    }

    String collection() {
        return stored == null || !counter.isShown() ? HiLoDocument.COLLECTION : stored.collection();
    }

    private void write(List<OpenLease> open) {
        String collection = collection();
        counter.show(true);
        write(collection, open);
    }

    /** Sets the row, whose document is shown or hidden as the counter says. */
    void write(String collection, List<OpenLease> open) {
        boolean wasShown = stored != null && stored.counter().isShown();
        counter.assignEtag(step.drawEtag());
        counter.writtenBy(BucketStep.NODE.text(), step.database().now());
        step.set(place, new HiLo(counter, collection, List.copyOf(open)));
        if (counter.isShown() || wasShown) {
            DocumentChange.Kind kind = counter.isShown() ? DocumentChange.Kind.PUT : DocumentChange.Kind.DELETE;
            step.note(kind, counter.id().text(), collection, counter.etag());
        }
    }
}
