package io.mintmark.storage.evaluation;

/**
 * How far the counters of deleted databases of one name had come: what {@link io.mintmark.counter.Life#endBefore()}
 * needs. Safe for any number of threads.
 */
@FunctionalInterface
public interface FormerEndLookup {
    /** The answer for a name that no deleted database had. */
    FormerEndLookup NONE = counterKey -> 0;

    /**
     * Returns at least the highest end that was ever reserved under that counter's name before.
     *
     * @param counterKey key form of the document that shows the counter
     */
    long highestEnd(String counterKey);

    /**
     * Returns at least the highest number of that counter that a node reserved ahead before: one that has not heard of
     * the deletion gives it out still. 0 where no node reserves ahead.
     */
    default long reservedAhead(String counterKey) {
        return 0;
    }
}
