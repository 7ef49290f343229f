package io.mintmark.storage.write;

import java.util.Map;
import java.util.Optional;

/**
 * How fast the numbers of a database grew, as far as its data knows; immutable.
 *
 * <p>An engine samples the end of each counter and identity, and the last version, once an hour while something is
 * written. A sample is what the counter's own row says: leases know nothing of ranges that were cut from numbers
 * reserved ahead.
 *
 * @param moment when the last sample was taken, in milliseconds since 1970 by the clock of the engine
 * @param samples how many there were, each at least an hour after the one before by that clock, unless it was set
 *     meanwhile
 * @param steepest the most that any number grew from one sample to the next, and since the last one; of one or two
 *     weeks of use
 */
public record Growth(long moment, long samples, long steepest) {
    /** How long after a sample the next one is due, in milliseconds. */
    static final long SAMPLED_EVERY_MILLIS = 3_600_000;

    /** After how many samples what was steepest becomes what was steepest before, and is forgotten the next time. */
    public static final long SAMPLES_A_GENERATION = 168;

    /** The rows of an engine's table. */
    public enum Row {
        /** {@link Growth#moment}. */
        MOMENT("moment"),
        /** {@link Growth#samples}. */
        SAMPLES("samples"),
        /** The steepest growth of this generation of samples. */
        STEEPEST("steepest"),
        /** The steepest growth of the generation before. */
        STEEPEST_BEFORE("steepest before");

        private final String key;

        Row(String key) {
            this.key = key;
        }

        /** Returns the row's key. */
        public String key() {
            return key;
        }
    }

    /** Begins the key of the row that says where a counter stood. */
    public static final String COUNTER = "c/";

    /** Begins the key of the row that says where an identity stood. */
    public static final String IDENTITY = "i/";

    /** The key of the row that says where versions stood. */
    public static final String ETAG = "etag";

    /** Returns whether a sample is due at a time; at once where the clock was set back. */
    public static boolean isDue(long lastMillis, long nowMillis) {
        return nowMillis < lastMillis || nowMillis - lastMillis >= SAMPLED_EVERY_MILLIS;
    }

    /**
     * Returns what an engine's table says; empty if it was never sampled.
     *
     * @param rows its rows by their keys; those that say where counters and identities stood need not be there
     * @param sinceTheLast the most that any number grew since the last sample
     */
    public static Optional<Growth> of(Map<String, Long> rows, long sinceTheLast) {
        Long moment = rows.get(Row.MOMENT.key);
        Long samples = rows.get(Row.SAMPLES.key);
        if (moment == null || samples == null) {
            return Optional.empty();
        }
        long steepest =
                Math.max(rows.getOrDefault(Row.STEEPEST.key, 0L), rows.getOrDefault(Row.STEEPEST_BEFORE.key, 0L));
        return Optional.of(new Growth(moment, samples, Math.max(steepest, sinceTheLast)));
    }
}
