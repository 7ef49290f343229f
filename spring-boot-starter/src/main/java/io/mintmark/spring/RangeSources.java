package io.mintmark.spring;

import io.mintmark.range.RangeSource;

/**
 * Where the counters of an application live; a bean of this type replaces the relational database.
 *
 * <p>Asked once for each counter. Every call for one name must lead to the same counter, now and after a restart.
 */
@FunctionalInterface
public interface RangeSources {

    /**
     * Returns the place of {@code counter}; throws the exception that explains best why there is none.
     *
     * @param counter its name in key form, which is lower case for most: {@code Order} comes as {@code order}
     */
    RangeSource source(String counter);
}
