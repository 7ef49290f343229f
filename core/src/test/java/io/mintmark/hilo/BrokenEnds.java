package io.mintmark.hilo;

import io.mintmark.counter.ExhaustedException;
import io.mintmark.hilo.supply.Segment;
import io.mintmark.range.Range;
import io.mintmark.range.RangeSource;
import java.util.concurrent.atomic.AtomicLong;

/** Generators that do not see where their numbers end; the search must find both. */
final class BrokenEnds {

    private BrokenEnds() {}

    /** Looks whether there is a number left, and takes one then, which may be another caller's last. */
    static final class CeilingCheckedBeforehand implements BrokenTwins.Generator {
        private static final long CLOSED = Long.MIN_VALUE / 2;

        private final long ceiling;
        private final AtomicLong issued = new AtomicLong();

        CeilingCheckedBeforehand(long ceiling) {
            this.ceiling = ceiling;
        }

        @Override
        public long next() {
            if (issued.get() >= ceiling) {
                throw new ExhaustedException("at the ceiling " + ceiling);
            }
            long number = issued.incrementAndGet();
            if (number < 0) {
                throw new IllegalStateException("closed");
            }
            return number;
        }

        @Override
        public void close() {
            issued.set(CLOSED);
        }
    }

    /** Takes a counter at its ceiling for the end, though its last range has numbers left. */
    static final class EndOfTheCounter implements BrokenTwins.Generator {
        private final RangeSource source;
        private final long ceiling;
        private final Segment closed = Segment.empty();
        private volatile Segment head = Segment.empty();

        EndOfTheCounter(RangeSource source, long ceiling) {
            this.source = source;
            this.ceiling = ceiling;
        }

        @Override
        public long next() {
            Segment segment = head;
            long offset = segment.take(1) - segment.low;
            while (offset >= segment.size) {
                segment = advance(segment);
                offset = segment.take(1) - segment.low;
            }
            return segment.low + offset;
        }

        private Segment advance(Segment used) {
            if (head != closed && source.raise(0) == ceiling) {
                throw new ExhaustedException("the counter is at its ceiling " + ceiling);
            }
            return refill(used);
        }

        private synchronized Segment refill(Segment used) {
            if (head == closed) {
                throw new IllegalStateException("closed");
            }
            if (head == used) {
                Range range = source.reserve(2);
                head = new Segment(range, range.low(), range.size(), 0);
            }
            return head;
        }

        @Override
        public synchronized void close() {
            Segment last = head;
            head = closed;
            last.seal();
        }
    }
}
