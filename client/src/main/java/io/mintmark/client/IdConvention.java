package io.mintmark.client;

/**
 * Makes the ids of entities of one class that are stored without one; registered by
 * {@link Conventions.Builder#registerIdConvention}.
 *
 * <p>Every thread that stores calls it.
 */
@FunctionalInterface
public interface IdConvention<T> {
    /**
     * Returns the id for {@code entity}, or a text that asks the server for one: {@code users/}, <code>users|</code>,
     * or an empty text for a GUID.
     *
     * @param database the generator of ids that is used where no convention is registered
     */
    String idFor(IdGenerator database, T entity);
}
