package io.mintmark.client;

/**
 * How entities of one class get their ids when they are stored without one; registered by
 * {@link Conventions.Builder#registerIdConvention}.
 *
 * <p>Called by any thread that stores.
 */
@FunctionalInterface
public interface IdConvention<T> {
    /**
     * Returns the id for {@code entity}, or what asks the server for one: {@code users/}, <code>users|</code>, or an
     * empty text for a GUID.
     *
     * @param database makes ids as it does where no convention is registered
     */
    String idFor(IdGenerator database, T entity);
}
