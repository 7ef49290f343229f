package io.mintmark.client;

/**
 * Makes ids for new documents of one database, {@code orders/10-A}, from ranges that the server reserved for this client.
 *
 * <p>No id comes twice, whoever else makes ids in that database; what is not used when the store closes goes back. Safe
 * for any number of threads. Ids of one collection come in one order; where they are made faster than some 50,000 a second,
 * in one order for each of a few threads, which then draw shares ({@link io.mintmark.range.StripedHiLo}): the rest of a share
 * may be a gap.
 */
public interface IdGenerator {
    /** Returns the name of the database. */
    String database();

    /**
     * Returns a new id for an entity, from the range of its collection; the entity does not learn of it.
     *
     * @throws IllegalArgumentException if entities of this class have no collection
     * @throws io.mintmark.range.RangeUnavailableException if no range can be had; the next call tries again
     */
    String nextId(Object entity);

    /** Returns a new number of the counter that ids of a class are made of; fails as {@link #nextId} does. */
    long nextNumber(Class<?> type);
}
