package io.mintmark.hibernate;

import io.mintmark.range.Range;
import io.mintmark.range.RangeSource;
import io.mintmark.range.RangeSourceException;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A counter that is looked at when a unit starts, or, where that is not possible, when the first number is wanted.
 *
 * <p>Safe for any number of threads, one of which looks at a time.
 */
final class LateCounter implements RangeSource {
    private static final System.Logger LOG = System.getLogger(LateCounter.class.getPackageName());

    private final String name;
    private final Supplier<RangeSource> opener;
    private volatile @Nullable RangeSource opened;

    LateCounter(String name, Supplier<RangeSource> opener) {
        this.name = name;
        this.opener = opener;
    }

    /**
     * Looks at it now; a database that cannot be reached, and what {@code isLeft} names, is left for later and logged.
     */
    void lookUnless(Predicate<RuntimeException> isLeft) {
        try {
            RangeSource unused = opened();
        } catch (RuntimeException e) {
            if (!(e instanceof RangeSourceException) && !isLeft.test(e)) {
                throw e;
            }
            LOG.log(
                    System.Logger.Level.WARNING,
                    "This persistence unit starts without its counter {0}, which is looked at again when an id is wanted: {1}",
                    name,
                    e.getMessage());
        }
    }

    private RangeSource opened() {
        RangeSource known = opened;
        return known == null ? open() : known;
    }

    private synchronized RangeSource open() {
        RangeSource known = opened;
        if (known == null) {
            known = opener.get();
            opened = known;
        }
        return known;
    }

    @Override
    public Range reserve(long size) {
        return opened().reserve(size);
    }

    @Override
    public boolean giveBack(Range range, long lastIssued) {
        return opened().giveBack(range, lastIssued);
    }

    @Override
    public long raise(long atLeast) {
        return opened().raise(atLeast);
    }

    @Override
    public String toString() {
        return name;
    }
}
