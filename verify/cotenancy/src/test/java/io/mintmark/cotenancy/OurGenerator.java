package io.mintmark.cotenancy;

import io.mintmark.hilo.HiLo;
import io.mintmark.hilo.StrictHiLo;
import io.mintmark.jdbc.CounterDescription;
import io.mintmark.range.Range;
import io.mintmark.range.RangeSource;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;

/**
 * Our program as its users have it: a generator that reserves ahead of need, and is closed and opened again and again, so
 * that unused numbers go back to the counter under the peers' eyes where it takes them.
 */
final class OurGenerator implements Tenant {
    private static final int LIFE_MAX = 60;

    private final Counted source;
    private final long block;
    private final SplittableRandom lives;
    private StrictHiLo generator;
    private int left;

    OurGenerator(Place place, CounterDescription counter, long seed) {
        this.source = new Counted(place.ranges()
                .counter(counter)
                .attempts(OurReservations.ATTEMPTS)
                .build());
        this.block = counter.rule().size();
        this.lives = new SplittableRandom(seed);
        this.generator = open();
        this.left = lives.nextInt(1, LIFE_MAX);
    }

    private StrictHiLo open() {
        return HiLo.over(source)
                .name("shared")
                .rangeSize(block)
                .rangeSizeMax(4 * block)
                .strict();
    }

    @Override
    public synchronized int issue(LongConsumer issued) {
        if (left == 0) {
            generator.close();
            generator = open();
            left = lives.nextInt(1, LIFE_MAX);
        }
        left--;
        issued.accept(generator.next());
        return 1;
    }

    @Override
    public long reservations() {
        return source.reservations.get();
    }

    long returned() {
        return source.returned.get();
    }

    @Override
    public synchronized void close() {
        generator.close();
    }

    /** Counts what a generator asks of a counter. */
    private static final class Counted implements RangeSource {
        private final RangeSource counter;
        private final AtomicLong reservations = new AtomicLong();
        private final AtomicLong returned = new AtomicLong();

        Counted(RangeSource counter) {
            this.counter = counter;
        }

        @Override
        public Range reserve(long size) {
            Range range = counter.reserve(size);
            reservations.incrementAndGet();
            return range;
        }

        @Override
        public boolean giveBack(Range range, long lastIssued) {
            boolean taken = counter.giveBack(range, lastIssued);
            if (taken) {
                returned.incrementAndGet();
            }
            return taken;
        }

        @Override
        public long raise(long atLeast) {
            return counter.raise(atLeast);
        }
    }
}
