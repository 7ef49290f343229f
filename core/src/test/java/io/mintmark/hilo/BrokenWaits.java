package io.mintmark.hilo;

import io.mintmark.hilo.supply.Segment;
import io.mintmark.range.Range;
import io.mintmark.range.RangeSource;
import io.mintmark.range.RangeUnavailableException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Generators whose callers wait in a wrong way. */
final class BrokenWaits {

    private BrokenWaits() {}

    /** Opens a range that arrives to everybody and wakes those that wait: they get what is left when they are awake. */
    static final class OpenedToAll implements BrokenTwins.Generator {
        private final RangeSource source;
        private final Semaphore awake = new Semaphore(0);
        private Segment head = Segment.empty();
        private int waits;

        OpenedToAll(RangeSource source) {
            this.source = source;
        }

        @Override
        public long next() {
            Segment segment = head();
            long number = segment.take(1);
            while (!segment.holds(number, 1)) {
                segment = awaitAfter(segment);
                number = segment.take(1);
            }
            return number;
        }

        private synchronized Segment head() {
            return head;
        }

        private Segment awaitAfter(Segment used) {
            awaitRange(used);
            awake.acquireUninterruptibly();
            return head();
        }

        private synchronized void awaitRange(Segment used) {
            waits++;
            while (head == used) {
                try {
                    wait();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }
        }

        /** Lets a range arrive. */
        synchronized void answer() {
            Range range = source.reserve(1);
            head = new Segment(range, range.low(), range.size(), 0);
            notifyAll();
        }

        /** Lets a caller that waited be awake at last. */
        void letOneWake() {
            awake.release();
        }

        /** Returns how often a caller began to wait. */
        synchronized int waits() {
            return waits;
        }

        @Override
        public void close() {}
    }

    /** Leaves a caller that gives up in the queue: the number that it is dealt then is lost. */
    static final class StaysInTheQueue implements BrokenTwins.Generator {
        private final RangeSource source;
        private final Deque<AtomicLong> queue = new ArrayDeque<>();
        private boolean asking;
        private @Nullable Range range;
        private long issued;

        StaysInTheQueue(RangeSource source) {
            this.source = source;
        }

        @Override
        public long next() {
            AtomicLong dealt = new AtomicLong();
            if (join(dealt)) {
                deal(source.reserve(2));
            }
            long number = dealt.get();
            if (number == 0) {
                throw new RangeUnavailableException("twin", Duration.ZERO, "it gave up", null);
            }
            return number;
        }

        /** Returns whether the caller is to reserve a range. */
        private synchronized boolean join(AtomicLong dealt) {
            if (range != null && issued < range.high()) {
                dealt.set(++issued);
                return false;
            }
            queue.add(dealt);
            boolean first = !asking;
            asking = true;
            return first;
        }

        private synchronized void deal(Range arrived) {
            asking = false;
            range = arrived;
            issued = arrived.low() - 1;
            while (!queue.isEmpty() && issued < arrived.high()) {
                queue.remove().set(++issued);
            }
        }

        @Override
        public synchronized void close() {
            if (range != null && issued < range.high()) {
                source.giveBack(range, issued);
            }
        }
    }
}
