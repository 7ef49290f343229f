package io.mintmark.client;

/**
 * Makes ids for new documents of one database, {@code orders/10-A}, from ranges that the server reserved for this
 * client.
 *
 * <p>An id never comes twice, whatever else makes ids in that database; unused numbers go back when the store closes.
 * Safe for any number of threads. Ids of one collection come in one order. Above some 50,000 ids a second each of a few
 * threads draws shares ({@link io.mintmark.hilo.StripedHiLo}) with an order of its own, and the rest of a share may be
 * a gap.
 */
public interface IdGenerator {
    /** Returns the name of the database. */
    String database();

    /**
     * Returns a new id for an entity, from the range of its collection; the entity itself is not changed.
     *
     * @throws IllegalArgumentException if entities of this class have no collection, or if it is a text or a class,
     *     which the other methods take
     * @throws io.mintmark.range.RangeUnavailableException if no range can be reserved; the next call tries again
     */
    String nextId(Object entity);

    /** Returns a new id for an entity of a class; fails as {@link #nextId(Object)} does. */
    String nextId(Class<?> type);

    /**
     * Returns a new id for a document of a collection, which needs no class; fails as {@link #nextId(Object)} does.
     *
     * @param collection its name, such as {@code Orders}; the conventions make the prefix of it
     * @throws IllegalArgumentException if it is blank
     */
    String nextId(String collection);

    /**
     * Returns a new number of the counter that makes the ids of a class; fails as {@link #nextId(Object)} does.
     *
     * <p>A number lacks the tag of the node that its range came from. RavenDB's nodes may give out the same numbers
     * while they cannot reach each other, and ids that a program makes of numbers alone may then coincide.
     */
    long nextNumber(Class<?> type);

    /** Returns a new number of the counter that makes the ids of a collection, as {@link #nextNumber(Class)} does. */
    long nextNumber(String collection);
}
