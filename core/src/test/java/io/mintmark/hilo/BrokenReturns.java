package io.mintmark.hilo;

import io.mintmark.hilo.supply.Segment;
import io.mintmark.range.Range;
import io.mintmark.range.RangeListener;
import io.mintmark.range.RangeSource;

/** Generators that give numbers back which a caller may still get; the search must find both. */
final class BrokenReturns {

    private BrokenReturns() {}

    /** Gives the unused tail back first, and ends issuing then. */
    static final class ReturnBeforeSeal extends BrokenTwins.CloseThatReads {

        ReturnBeforeSeal(RangeSource source) {
            super(source);
        }

        @Override
        public void close() {
            Segment last = head.get(0);
            if (last != closed) {
                supply.close(last, last.issued());
                head.set(0, closed);
                supply.seal(last);
            }
        }
    }

    /** Takes a range of which nothing was issued for one of which nothing will be. */
    static final class SurplusInReach implements BrokenTwins.Generator {
        private final RangeSource source;
        private final RangeListener listener;
        private final WatchWhenTold watch;
        private volatile Segment head = Segment.empty();

        SurplusInReach(RangeSource source, RangeListener listener, WatchWhenTold watch) {
            this.source = source;
            this.listener = listener;
            this.watch = watch;
            watch.after(0, this::watch);
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

        private synchronized Segment advance(Segment used) {
            if (head == used) {
                Segment next = used.next();
                head = next == null ? reserve() : next;
            }
            return head;
        }

        private Segment reserve() {
            Range range = source.reserve(2);
            return new Segment(range, range.low(), range.size(), 0);
        }

        /** Reserves ahead in one look, and gives that back in the next one if nobody came. */
        private void watch() {
            Segment current = head;
            Segment ahead = current.next();
            if (ahead == null) {
                reserveAfter(current);
            } else if (ahead.issued() == 0 && !ahead.isSealed()) {
                settle(ahead, 0);
                ahead.seal();
            }
            watch.after(0, this::watch);
        }

        private synchronized void reserveAfter(Segment current) {
            if (current == head && current.next() == null) {
                current.linkNext(reserve());
            }
        }

        private void settle(Segment segment, long issued) {
            if (issued < segment.size && !source.giveBack(segment.range, segment.low + issued - 1)) {
                listener.gap(segment.range, segment.size - issued);
            }
        }

        @Override
        public synchronized void close() {
            Segment ahead = head.next();
            if (ahead != null && !ahead.isSealed()) {
                settle(ahead, ahead.seal());
            }
            settle(head, head.seal());
        }
    }
}
