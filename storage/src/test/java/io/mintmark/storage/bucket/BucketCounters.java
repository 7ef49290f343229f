package io.mintmark.storage.bucket;

import io.mintmark.counter.Life;
import io.mintmark.counter.NumberSlice;
import io.mintmark.counter.OpenLease;
import io.mintmark.counter.Reservation;
import io.mintmark.counter.ReturnRule;
import io.mintmark.document.DocumentId;
import io.mintmark.storage.bucket.BucketRow.HiLo;
import io.mintmark.storage.bucket.BucketRows.Place;
import io.mintmark.storage.document.DocumentChange;
import io.mintmark.storage.lease.LeaseFact;
import io.mintmark.storage.lease.LeaseKind;
import io.mintmark.storage.row.Counter;
import io.mintmark.storage.write.AheadRequest;
import io.mintmark.storage.write.AheadReturn;
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
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** What the verbs of counters come to where a counter is one row. Used within one step. */
final class BucketCounters {
    static final long CEILING = Reservation.CEILING_JS_SAFE;

    private final BucketStep step;
    private final Place place;
    private final Instant now;
    private final @Nullable HiLo stored;
    private final Counter counter;
    private final List<LeaseFact> record = new ArrayList<>();
    private final List<CutLog.Chunk> cuts = new ArrayList<>();

    /** Looks at the counter of a document, or at a new one. */
    BucketCounters(BucketStep step, DocumentId id) {
        this.step = step;
        this.place = Place.of(id);
        this.now = step.database().now();
        this.stored = (HiLo) step.get(place);
        if (stored == null) {
            this.counter = begun(id);
            passOver(LeaseKind.START, 0);
        } else {
            this.counter = stored.counter().copy();
            record.addAll(stored.record());
            cuts.addAll(stored.cuts());
        }
    }

    /** Keeps on record what the counter passed over since it stood at {@code before}. */
    void passOver(LeaseKind kind, long before) {
        if (counter.max() > before) {
            note(
                    step.database().rows().next(BucketDatabase.LEASES),
                    before + 1,
                    counter.max(),
                    kind,
                    0,
                    Holder.UNKNOWN);
        }
    }

    private void note(long serial, long low, long high, LeaseKind kind, long passed, Holder holder) {
        Lease lease = new Lease(serial, low, high, BucketStep.NODE, now);
        note(lease, kind, passed, holder);
    }

    private void note(Lease lease, LeaseKind kind, long passed, Holder holder) {
        record.add(new LeaseFact(lease, kind, passed, holder, null, null, OptionalLong.empty()));
    }

    private void close(long serial, @Nullable LeaseKind kind, @Nullable Long returned, @Nullable Instant ended) {
        record.replaceAll(fact -> fact.lease().serial() != serial
                ? fact
                : new LeaseFact(
                        fact.lease(),
                        kind == null ? fact.kind() : kind,
                        fact.passed(),
                        fact.holder(),
                        returned,
                        ended,
                        fact.claim()));
    }

    static boolean log(BucketStep step, CutLog.Chunk chunk) {
        BucketCounters work = new BucketCounters(step, chunk.counter().document());
        work.cuts.add(chunk);
        work.write(work.collection(), work.open());
        return true;
    }

    private Counter begun(DocumentId id) {
        Counter begun = new Counter(id, BucketStep.NODE.text(), 0);
        long above = step.database().formerAhead().getOrDefault(id.key(), 0L);
        begun.restorePosition(above, above, 0, null);
        begun.becomesUsual(0);
        return begun;
    }

    static Lease reserve(BucketStep step, RangeRequest request) {
        return new BucketCounters(step, request.counter().document()).reserve(request);
    }

    private Lease reserve(RangeRequest request) {
        long before = counter.max();
        Reservation range = Reservation.of(before, request.lastMax(), request.size(), CEILING);
        long serial = step.database().rows().next(BucketDatabase.LEASES);
        OpenLease lease = new OpenLease(serial, range.low(), range.high());
        List<OpenLease> open = new ArrayList<>(open());
        open.add(lease);
        counter.reserved(lease);
        note(serial, range.low(), range.high(), LeaseKind.RANGE, range.low() - before - 1, request.holder());
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
            close(latest.serial(), null, accepted.newMax(), null);
            write(follows ? rest : List.of());
        }
        return verdict;
    }

    private ReturnRule.Verdict judge(@Nullable OpenLease latest, RangeReturn request) {
        BucketDatabase database = step.database();
        if (database.mistake() == BucketMistake.TAKES_ANY_RETURN) {
            return new ReturnRule.Verdict.Accepted(request.last());
        }
        if (stored == null && !NumberSlice.has(request.end())) {
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
        long serial = step.database().rows().next(BucketDatabase.LEASES);
        note(serial, numbers.low(), numbers.high(), LeaseKind.AHEAD, 0, Holder.UNKNOWN);
        write(List.of());
        long endBefore = step.database().formerEnds().getOrDefault(counter.key(), 0L);
        for (long range = 0; range < request.ranges(); range++) {
            long drawn = step.database().rows().next(BucketDatabase.LEASES);
            assert drawn > serial : "serials grow";
        }
        return new NumbersAhead(serial, numbers.low(), numbers.high(), counter.epoch(), endBefore);
    }

    static boolean giveBackAhead(BucketStep step, AheadReturn request) {
        BucketCounters work = new BucketCounters(step, request.counter().document());
        NumbersAhead numbers = request.numbers();
        if (work.stored == null) {
            return false;
        }
        boolean taken = work.counter.max() == numbers.high() && work.counter.epoch() == numbers.epoch();
        work.end(request, taken);
        if (taken) {
            work.counter.returned(request.last(), request.openLease());
        }
        work.write(!taken ? work.open() : request.latest() == null ? List.of() : List.of(request.openLease()));
        return taken;
    }

    private void end(AheadReturn request, boolean taken) {
        long serial = request.numbers().serial();
        boolean isTaken = record.stream()
                .anyMatch(fact ->
                        fact.lease().serial() == serial && fact.kind() == LeaseKind.AHEAD && fact.returned() != null);
        if (taken || !isTaken) {
            LeaseKind kind = taken ? LeaseKind.AHEAD : LeaseKind.AHEAD_WITH_GAP;
            close(serial, kind, request.last(), now);
        }
        Cut cut = request.latest();
        if (cut != null) {
            OpenLease lease = cut.lease();
            note(
                    new Lease(lease.serial(), lease.low(), lease.high(), BucketStep.NODE, cut.at()),
                    LeaseKind.RANGE,
                    cut.passed(),
                    cut.holder());
        }
    }

    static Standing raise(BucketStep step, CounterRaise request) {
        long atLeast = request.atLeast();
        if (atLeast < 0 || atLeast > CEILING) {
            throw new IllegalArgumentException("atLeast must be 0 to " + CEILING + ": atLeast=" + atLeast);
        }
        BucketCounters work = new BucketCounters(step, request.counter().document());
        long before = work.counter.max();
        boolean moved = work.counter.raisedTo(atLeast) > before;
        work.passOver(LeaseKind.RAISE, before);
        if (moved || work.counter.latest() != null || work.counter.mayBeAtNumbersAhead()) {
            work.counter.edited();
            work.write(List.of());
        }
        return new Standing(work.counter.max(), moved);
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
        counter.writtenBy(BucketStep.NODE.text(), now);
        step.set(place, new HiLo(counter, collection, List.copyOf(open), List.copyOf(record), List.copyOf(cuts)));
        if (counter.isShown() || wasShown) {
            DocumentChange.Kind kind = counter.isShown() ? DocumentChange.Kind.PUT : DocumentChange.Kind.DELETE;
            step.note(kind, counter.id().text(), collection, counter.etag());
        }
    }
}
