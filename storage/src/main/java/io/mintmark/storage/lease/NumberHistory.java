package io.mintmark.storage.lease;

import io.mintmark.counter.OpenLease;
import io.mintmark.storage.lease.NumberAnswer.Cause;
import io.mintmark.storage.lease.NumberAnswer.Reason;
import io.mintmark.storage.lease.NumberAnswer.Why;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What follows from the facts about one number. Pure.
 *
 * <p><b>Why the answer is right.</b> A counter moves up by reserving, by a raise, by an edit, and where it begins; each
 * leaves a row that names the numbers it passed. It moves down by a return alone, whose row says from where on its
 * numbers are not its own any more. At most one row that is left thus decides a number, apart from a node's reservation
 * below a range that was cut from it. A number that no row decides was not reserved, if it lies above the counter; else
 * its row is gone, and the horizon of what was pruned lies at or above it.
 */
public final class NumberHistory {
    private final long number;
    private final NumberFacts facts;

    private NumberHistory(long number, NumberFacts facts) {
        this.number = number;
        this.facts = facts;
    }

    /**
     * Returns who holds {@code number}.
     *
     * @param known what the node that is asked knows itself, from before the look at {@code facts}
     */
    public static NumberAnswer answer(long number, NumberFacts facts, Optional<CutFact> known) {
        return new NumberHistory(number, facts).answer(known.orElse(null));
    }

    private NumberAnswer answer(@Nullable CutFact known) {
        if (known instanceof CutFact.Ahead ahead) {
            LeaseFact own = own(ahead.serial());
            return own == null ? stored() : reserved(own, Why.NOT_HANDED_OUT);
        }
        return known == null ? stored() : said(known);
    }

    /** What the node gave back meanwhile decides no more. */
    private @Nullable LeaseFact own(long serial) {
        return facts.leases().stream()
                .filter(fact -> fact.lease().serial() == serial && fact.decides(number))
                .findFirst()
                .orElse(null);
    }

    private NumberAnswer stored() {
        LeaseFact range = first(LeaseKind.RANGE);
        if (range != null) {
            return ofRange(range);
        }
        CutFact logged = logged();
        if (logged != null) {
            return said(logged);
        }
        LeaseFact other = first(null);
        return other == null ? undecided() : of(other);
    }

    private @Nullable LeaseFact first(@Nullable LeaseKind kind) {
        for (LeaseFact fact : facts.leases()) {
            if (fact.decides(number) && (kind == null || kind == kind(fact))) {
                return fact;
            }
        }
        return null;
    }

    /** A server that did not say recorded no client of what its node reserved. */
    private static @Nullable LeaseKind kind(LeaseFact fact) {
        return fact.kind() == null && fact.holder().client() != null ? LeaseKind.RANGE : fact.kind();
    }

    private @Nullable CutFact logged() {
        for (CutChunk chunk : facts.chunks()) {
            Optional<CutFact> found = CutReader.find(chunk.node(), chunk.content(), number);
            if (found.isPresent()) {
                return found.get();
            }
        }
        return null;
    }

    private NumberAnswer said(CutFact fact) {
        if (fact instanceof CutFact.Passed passed) {
            return new NumberAnswer.Gap(Reason.CLIENT_AHEAD, passed.next().at());
        }
        if (fact instanceof CutFact.Held held) {
            return new NumberAnswer.Held(
                    held.cut().lease(),
                    held.node(),
                    held.cut().at(),
                    held.cut().holder(),
                    held.returned(),
                    facts.restored());
        }
        return new NumberAnswer.Gap(Reason.LEFT_OVER, null);
    }

    private NumberAnswer ofRange(LeaseFact fact) {
        if (number < fact.lease().low()) {
            return new NumberAnswer.Gap(Reason.CLIENT_AHEAD, fact.lease().reservedAt());
        }
        return new NumberAnswer.Held(
                range(fact),
                fact.lease().node(),
                fact.lease().reservedAt(),
                fact.holder(),
                returned(fact),
                facts.restored());
    }

    /** A client may say that it used all of a range. */
    private static @Nullable Long returned(LeaseFact fact) {
        Long last = fact.returned();
        return last == null || last == fact.lease().high() ? null : last;
    }

    private static OpenLease range(LeaseFact fact) {
        return new OpenLease(
                fact.lease().serial(), fact.lease().low(), fact.lease().high());
    }

    private NumberAnswer of(LeaseFact fact) {
        LeaseKind kind = fact.kind();
        Instant at = fact.lease().reservedAt();
        if (kind == null) {
            return reserved(fact, Why.NOT_RECORDED);
        }
        return switch (kind) {
            case RAISE -> new NumberAnswer.Gap(Reason.RAISED, at);
            case EDIT -> new NumberAnswer.Gap(Reason.EDITED, at);
            case START ->
                new NumberAnswer.Forgotten(Cause.EARLIER_DATABASE, fact.lease().high(), at);
            case RESTORED ->
                new NumberAnswer.Forgotten(Cause.RESTORED, fact.lease().high(), at);
            case AHEAD, AHEAD_WITH_GAP -> ofReservation(fact);
            case RANGE -> ofRange(fact);
        };
    }

    private NumberAnswer ofReservation(LeaseFact fact) {
        Long last = fact.returned();
        if (last != null && number > last) {
            return new NumberAnswer.Gap(Reason.NOT_TAKEN_BACK, fact.ended());
        }
        return reserved(fact, number <= facts.horizon().cutsTo() ? Why.LOG_PRUNED : Why.NOT_LOGGED);
    }

    private NumberAnswer reserved(LeaseFact fact, Why why) {
        return new NumberAnswer.Reserved(
                range(fact),
                fact.lease().node(),
                fact.claim(),
                fact.lease().reservedAt(),
                fact.ended(),
                why,
                facts.restored());
    }

    private NumberAnswer undecided() {
        long max = facts.max().orElse(0);
        LeaseHorizon horizon = facts.horizon();
        if (number > max) {
            return new NumberAnswer.NotReserved(max);
        }
        if (facts.restored() != null) {
            return new NumberAnswer.Forgotten(Cause.RESTORED, number, facts.restored());
        }
        if (number <= horizon.leasesTo()) {
            return new NumberAnswer.Forgotten(
                    horizon.leasesAt() == null ? Cause.BEFORE_THE_RECORD : Cause.PRUNED,
                    horizon.leasesTo(),
                    horizon.leasesAt());
        }
        return new NumberAnswer.Gap(Reason.UNKNOWN, null);
    }
}
