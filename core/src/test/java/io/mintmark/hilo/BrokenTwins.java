package io.mintmark.hilo;

import io.mintmark.hilo.supply.RangeSupply;
import io.mintmark.hilo.supply.Segment;
import io.mintmark.hilo.supply.Waiter;
import io.mintmark.range.Range;
import io.mintmark.range.RangeSource;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;

/** Generators that look like {@link StrictHiLo} and each make one mistake; the search must find every one of them. */
final class BrokenTwins {

    private BrokenTwins() {}

    /** Longer than all the time that searches let pass: none of them is about callers who give up. */
    static final Duration DEADLINE = Duration.ofDays(1);

    /** A generator as a search needs it. */
    interface Generator {
        long next();

        /** Where the twin can, as a block; by default one number after the other. */
        default long nextBlock(int count) {
            long first = next();
            for (int i = 1; i < count; i++) {
                next();
            }
            return first;
        }

        void close();
    }

    static RangeSupply supplyOver(RangeSource source) {
        return HiLo.over(source)
                .name("twin")
                .rangeSize(2)
                .rangeSizeMax(2)
                .deadline(DEADLINE)
                .refiller(new InlineRefiller())
                .ticker(() -> 0)
                .supply();
    }

    /** Closing reads how many numbers were issued, but does not keep callers from issuing more of them. */
    static class CloseThatReads implements Generator {
        final RangeSupply supply;
        final Segment closed = Segment.empty();
        final AtomicReferenceArray<Segment> head = new AtomicReferenceArray<>(1);

        CloseThatReads(RangeSource source) {
            this.supply = supplyOver(source);
            head.set(0, supply.first());
        }

        @Override
        public long next() {
            Waiter waiter = new Waiter(1);
            Segment segment = head.get(0);
            long offset = segment.take(1) - segment.low;
            while (offset >= segment.size) {
                segment = advance(segment, waiter);
                offset = waiter.takeFrom(segment) - segment.low;
            }
            return segment.low + offset;
        }

        private Segment advance(Segment used, Waiter waiter) {
            Segment current = head.get(0);
            if (current == closed) {
                throw supply.closedException();
            }
            if (current != used) {
                return current;
            }
            Segment next = supply.awaitAfter(used, waiter);
            if (head.compareAndSet(0, used, next)) {
                supply.switchedTo(next);
            }
            return waiter.isServed() ? next : head.get(0);
        }

        @Override
        public void close() {
            Segment last = head.getAndSet(0, closed);
            if (last != closed) {
                supply.close(last, last.issued());
            }
        }
    }

    /** The cursor outlives its range: a caller that overshot the old limit may compare with the new one. */
    static final class LimitBesideTheCursor implements Generator {
        private final RangeSource source;
        private final AtomicLong cursor = new AtomicLong(1);
        private volatile long limit;
        private volatile boolean closed;

        LimitBesideTheCursor(RangeSource source) {
            this.source = source;
        }

        @Override
        public long next() {
            while (!closed) {
                long number = cursor.getAndIncrement();
                if (number <= limit) {
                    return number;
                }
                refill();
            }
            throw new IllegalStateException("closed");
        }

        private synchronized void refill() {
            if (cursor.get() > limit) {
                Range range = source.reserve(2);
                cursor.set(range.low());
                limit = range.high();
            }
        }

        @Override
        public void close() {
            closed = true;
        }
    }

    /** Every caller that finds the range used up reserves one, and puts it in place of the one that is there by then. */
    static final class RefillByEverybody implements Generator {
        private final RangeSource source;
        private volatile Segment head = Segment.empty();
        private volatile boolean closed;

        RefillByEverybody(RangeSource source) {
            this.source = source;
        }

        @Override
        public long next() {
            while (!closed) {
                Segment segment = head;
                long offset = segment.take(1) - segment.low;
                if (offset < segment.size) {
                    return segment.low + offset;
                }
                Range range = source.reserve(2);
                head = new Segment(range, range.low(), range.size(), 0);
            }
            throw new IllegalStateException("closed");
        }

        @Override
        public void close() {
            closed = true;
        }
    }

    /** Moves on by a plain write: it may undo that somebody closed, or moved farther. */
    static final class HeadByPlainWrite implements Generator {
        private final RangeSupply supply;
        private final Segment closed = Segment.empty();
        private volatile Segment head;

        HeadByPlainWrite(RangeSource source) {
            this.supply = supplyOver(source);
            this.head = supply.first();
        }

        @Override
        public long next() {
            Waiter waiter = new Waiter(1);
            Segment segment = head;
            long offset = segment.take(1) - segment.low;
            while (offset >= segment.size) {
                Segment current = head;
                if (current == closed) {
                    throw supply.closedException();
                }
                if (current == segment) {
                    current = supply.awaitAfter(segment, waiter);
                    head = current;
                    supply.switchedTo(current);
                }
                segment = current;
                offset = waiter.takeFrom(segment) - segment.low;
            }
            return segment.low + offset;
        }

        @Override
        public void close() {
            Segment last = head;
            if (last != closed) {
                head = closed;
                supply.close(last, supply.seal(last));
            }
        }
    }
}
