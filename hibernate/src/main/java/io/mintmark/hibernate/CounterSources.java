package io.mintmark.hibernate;

import io.mintmark.range.RangeSource;

/**
 * Where the counters of a persistence unit live.
 *
 * <p>Asked once for each counter that an entity names, while the session factory starts. Every call for one name must
 * lead to the same counter, now and after a restart. A source must not work in the transaction that needs the id: a
 * number would come back when that rolls back, and be issued again. Reservations are made by threads of their own, so
 * that a source over a {@code DataSource} has a connection of its own by itself.
 *
 * <p>An instance that was made from a class name and implements {@link AutoCloseable} is closed after its generators.
 */
@FunctionalInterface
public interface CounterSources {

    /**
     * Returns the place of {@code counter}; throws the exception that explains best why there is none.
     *
     * @param counter its name in key form, which is lower case for most: {@code Order} comes as {@code order}
     */
    RangeSource source(String counter);
}
