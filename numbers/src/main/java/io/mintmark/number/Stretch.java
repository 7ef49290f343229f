package io.mintmark.number;

import io.mintmark.internal.PaddedCursor;


/** The counters of one generator id while they are issued; the cursor counts from 0 and has its cache lines for itself. */
final class Stretch extends PaddedCursor {
    /** The id of counter 1. */
    final long first;

    final long size;

    Stretch(long first, long size) {
        this.first = first;
        this.size = size;
    }

    /** A stretch without counters, whose callers all take the slow path. */
    static Stretch empty() {
        return new Stretch(0, 0);
    }

    /** Takes a counter, as its distance from the first; it is the caller's if it lies below the size. */
    long claim() {
        return (long) CURSOR.getAndAdd(this, 1L);
    }
}
