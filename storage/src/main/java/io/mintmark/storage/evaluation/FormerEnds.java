package io.mintmark.storage.evaluation;

import io.mintmark.counter.Reservation;
import java.util.Map;

/**
 * How far the counters of one database had come when it was deleted; immutable by agreement.
 *
 * @param listed the highest end ever reserved, by the key form of the counter's document; the highest ones
 * @param others at least the highest end of every counter that is not listed
 */
public record FormerEnds(Map<String, Long> listed, long others) {
    /** How many counters of a deleted database are listed one by one. */
    public static final int LISTED_MAX = 10_000;

    /** The ends of a database that cannot be read: every counter may have come to its ceiling. */
    public static final FormerEnds UNKNOWN = new FormerEnds(Map.of(), Reservation.CEILING_JS_SAFE);
}
