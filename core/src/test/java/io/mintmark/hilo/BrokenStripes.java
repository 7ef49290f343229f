package io.mintmark.hilo;

import io.mintmark.hilo.supply.Segment;
import io.mintmark.hilo.supply.Waiter;
import java.util.concurrent.atomic.AtomicLong;

/** A generator that looks like {@link StripedHiLo} and makes a mistake; the search must find it. */
final class BrokenStripes {

    private BrokenStripes() {}

    /** Closing reads what a stripe issued, but does not keep it from issuing the rest. */
    static final class HandBackThatReads implements BrokenTwins.Generator {
        private final StrictHiLo generator;
        private volatile Drawn drawn = new Drawn(Segment.empty(), new AtomicLong(), 0);

        private record Drawn(Segment segment, AtomicLong cursor, long end) {}

        HandBackThatReads(StrictHiLo generator) {
            this.generator = generator;
        }

        @Override
        public long next() {
            Drawn present = drawn;
            if (present.segment == generator.current()) {
                long number = present.cursor.getAndIncrement();
                if (number < present.end) {
                    return number;
                }
            }
            return draw();
        }

        /** A call that waited has a number for itself; its stripe gets the next ones at once, so that most calls find some. */
        private long draw() {
            Waiter waiter = new Waiter(1);
            StripeRange fresh = generator.drawForStripe(1, SearchedGenerator.RANGE_SIZE, waiter);
            long number = fresh.next(fresh.segment);
            long unissued = number + 1;
            if (waiter.isServed()) {
                fresh = generator.drawForStripe(1, SearchedGenerator.RANGE_SIZE, new Waiter(1));
                unissued = fresh.next(fresh.segment);
            }
            drawn = new Drawn(fresh.segment, new AtomicLong(unissued), fresh.end);
            return number;
        }

        @Override
        public long nextBlock(int count) {
            return count == 1 ? next() : generator.nextBlock(count);
        }

        @Override
        public void close() {
            generator.close(last -> drawn.segment.takeBack(drawn.cursor.get(), drawn.end));
        }
    }
}
