package io.mintmark.storage.evaluation;

import io.mintmark.counter.Reservation;
import java.util.LinkedHashMap;
import java.util.List;
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

    /**
     * Returns the ends of a database.
     *
     * @param counters the highest end ever reserved of each counter by its key, the furthest ones first; none behind
     *     the first that is not listed need be there
     * @param otherwise at least the end of every counter that is not among them
     */
    public static FormerEnds of(List<Map.Entry<String, Long>> counters, long otherwise) {
        Map<String, Long> listed = new LinkedHashMap<>();
        counters.stream().limit(LISTED_MAX).forEach(counter -> listed.put(counter.getKey(), counter.getValue()));
        long next = counters.size() > LISTED_MAX ? counters.get(LISTED_MAX).getValue() : 0;
        return new FormerEnds(listed, Math.max(next, otherwise));
    }
}
