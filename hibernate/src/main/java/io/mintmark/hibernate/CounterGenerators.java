package io.mintmark.hibernate;

import io.mintmark.hilo.HiLo;
import io.mintmark.hilo.HiLoBuilder;
import io.mintmark.range.RangeSource;
import io.mintmark.range.Refiller;

/**
 * Generators that somebody else owns and lends to a persistence unit, so that ids drawn by hand and ids drawn by
 * Hibernate come from the same ranges.
 *
 * <p>Asked once for each counter that an entity names, while the session factory starts. The lender closes a generator,
 * after the session factory.
 */
@FunctionalInterface
public interface CounterGenerators {

    /** Returns the generator of {@code counter}; throws the exception that explains best why there is none. */
    HiLo generator(String counter);

    /**
     * Returns whether each tenant of a unit that chooses its connections by tenant has a counter of that name in its
     * own database, for which {@link #generatorOfTenant} makes generators; by default not.
     */
    default boolean hasCounterForEachTenant(String counter) {
        return false;
    }

    /**
     * Returns the generator of {@code counter} for all tenants of a unit that chooses its connections by tenant; by
     * default the same one as for other units.
     */
    default HiLo generatorForTenants(String counter) {
        return generator(counter);
    }

    /**
     * Returns a generator over {@code source}, a counter that the unit takes over from Hibernate; the unit closes it.
     * By default it asks for a block first and hears of nothing.
     *
     * @param block how many numbers one value of the counter stands for
     */
    default HiLo generatorOver(String counter, RangeSource source, long block) {
        return HiLo.over(source)
                .name(counter)
                .rangeSize(Math.min(block, HiLoBuilder.RANGE_SIZE_MAX))
                .strict();
    }

    /**
     * Returns a generator over {@code source}, a counter of one tenant, also one taken over; the unit closes it. By
     * default it asks for a block first and hears of nothing.
     *
     * @param block how many numbers to reserve first, or one value of the counter stands for
     * @param threads threads that are shared by all tenants, and look at each the more seldom the more there are
     */
    default HiLo generatorOfTenant(String counter, RangeSource source, long block, Refiller threads) {
        return HiLo.over(source)
                .name(counter)
                .rangeSize(Math.min(block, HiLoBuilder.RANGE_SIZE_MAX))
                .refiller(threads)
                .strict();
    }

    /** Returns the node tag of String ids in a unit that sets none, 1 to 4 letters; by default empty, for none. */
    default String nodeTag() {
        return "";
    }
}
