package io.mintmark.hilo;

import io.mintmark.counter.ExhaustedException;

/** The specification of a strict generator: one more each time, until it is closed or exhausted. */
public class NumbersInOrder {
    private final long ceiling;
    private long issued;
    private boolean closed;

    public NumbersInOrder() {
        this(Long.MAX_VALUE);
    }

    NumbersInOrder(long ceiling) {
        this.ceiling = ceiling;
    }

    public long next() {
        if (closed) {
            throw new IllegalStateException();
        }
        if (issued == ceiling) {
            throw new ExhaustedException("");
        }
        return ++issued;
    }

    public void close() {
        closed = true;
    }

    public void closeAgain() {
        closed = true;
    }

    public void look() {}

    /** The same with four numbers in all. */
    public static final class FourInAll extends NumbersInOrder {
        static final int CEILING = 4;

        public FourInAll() {
            super(CEILING);
        }
    }
}
