package io.mintmark.client;

/**
 * Makes ids for new documents of one database, {@code orders/10-A}, from ranges that the server reserved for this client.
 *
 * <p>An id never comes twice, whatever else makes ids in that database; unused numbers go back when the store closes. Safe
 * for any number of threads. Ids of one collection come in one order. Above some 50,000 ids a second each of a few threads
 * draws shares ({@link io.mintmark.hilo.StripedHiLo}) with an order of its own, and the rest of a share may be a gap.
 */
public interface IdGenerator {
    /** Returns the name of the database. */
    String database();

    /**
     * Returns a new id for an entity, from the range of its collection; the entity itself is not changed.
     *
     * @throws IllegalArgumentException if entities of this class have no collection
     * @throws io.mintmark.range.RangeUnavailableException if no range can be reserved; the next call tries again
     */
    String nextId(Object entity);

    /** Returns a new number of the counter that makes the ids of a class; fails as {@link #nextId} does. */
    long nextNumber(Class<?> type);
}
