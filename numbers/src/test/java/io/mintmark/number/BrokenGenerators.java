package io.mintmark.number;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Generators that look like {@link TimeOrderedIds}, are right when alone, and each make one mistake; the search must find
 * every one of them.
 */
final class BrokenGenerators {

    private BrokenGenerators() {}

    /** A generator as a search needs it. */
    interface Generator {
        long next();

        void close();
    }

    /** Two ids a tick, ticks of a second: the layout that is searched, of worker 0. */
    private abstract static class Timed implements Generator {
        final ToldTime time;
        final WorkerLeases leases;
        final WorkerLease lease;
        volatile boolean closed;

        Timed(ToldTime time, WorkerLeases leases) {
            this.time = time;
            this.leases = leases;
            this.lease = leases.reserve(time.second());
        }

        void requireOpen() {
            if (closed) {
                throw new IllegalStateException("closed");
            }
        }

        /** After the end of the lease a twin has no ids; it does not ask for another one. */
        long id(long tick, long sequence) {
            if (tick >= lease.endSecond()) {
                throw new TimeRefusedException("the lease is over");
            }
            return TimeOrderedLinearityTest.LAYOUT.encode(tick, lease.worker(), sequence);
        }
    }

    /** Tick and sequence are two words: each caller that sees a new tick sets the sequence to 0, also if another just did. */
    static final class TickBesideSequence extends Timed {
        private final AtomicLong tick = new AtomicLong();
        private final AtomicLong sequence = new AtomicLong();

        TickBesideSequence(ToldTime time, WorkerLeases leases) {
            super(time, leases);
            tick.set(lease.notBeforeSecond());
        }

        @Override
        public long next() {
            requireOpen();
            long now = time.second();
            if (now > tick.get()) {
                tick.set(now);
                sequence.set(0);
            }
            long number = sequence.getAndIncrement();
            if (number > TimeOrderedLinearityTest.LAYOUT.sequenceMax()) {
                throw new TimeRefusedException("the tick is full");
            }
            return id(tick.get(), number);
        }

        @Override
        public void close() {
            closed = true;
            leases.giveBack(lease, tick.get() + 1);
        }
    }

    /** One word, but closing reads how far it came instead of swapping it: callers may still take what is given back. */
    static final class CloseThatReads extends Timed {
        private final AtomicLong word = new AtomicLong();
        private final long borrowSeconds;

        CloseThatReads(ToldTime time, WorkerLeases leases, long borrowMillis) {
            super(time, leases);
            borrowSeconds = borrowMillis / 1_000;
            word.set(2 * lease.notBeforeSecond());
        }

        @Override
        public long next() {
            requireOpen();
            word.accumulateAndGet(2 * time.second(), Math::max);
            if (word.get() / 2 > time.second() + borrowSeconds) {
                throw new TimeRefusedException("no more is borrowed");
            }
            long mine = word.getAndIncrement();
            return id(mine / 2, mine % 2);
        }

        @Override
        public void close() {
            if (!closed) {
                closed = true;
                leases.giveBack(lease, (word.get() + 1) / 2);
            }
        }
    }
}
