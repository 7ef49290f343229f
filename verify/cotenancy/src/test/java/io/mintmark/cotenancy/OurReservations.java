package io.mintmark.cotenancy;

import io.mintmark.jdbc.CounterDescription;
import io.mintmark.jdbc.JdbcCounter;
import io.mintmark.range.Range;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import java.util.stream.LongStream;

/** Our program, range by range: of a row ranges of random sizes, of a sequence one block or several, of a function one. */
final class OurReservations implements Tenant {
    /** Losing a race again and again is no error here. */
    static final int ATTEMPTS = 100;

    private final JdbcCounter source;
    private final long sizeMax;
    private final SplittableRandom sizes;
    private final AtomicLong reservations = new AtomicLong();

    OurReservations(Place place, CounterDescription counter, long seed) {
        this.source = place.ranges().counter(counter).attempts(ATTEMPTS).build();
        this.sizeMax = 4 * counter.rule().size();
        this.sizes = new SplittableRandom(seed);
    }

    @Override
    public int issue(LongConsumer issued) {
        Range range = source.reserve(size());
        reservations.incrementAndGet();
        LongStream.rangeClosed(range.low(), range.high()).forEach(issued);
        return Math.toIntExact(range.size());
    }

    private long size() {
        synchronized (sizes) {
            return sizes.nextLong(1, sizeMax);
        }
    }

    @Override
    public long reservations() {
        return reservations.get();
    }
}
