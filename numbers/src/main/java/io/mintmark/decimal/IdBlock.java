package io.mintmark.decimal;

import io.mintmark.internal.PaddedCursor;

/** The counters of one generator id while they are issued; the cursor counts from 0. */
final class IdBlock extends PaddedCursor {
    /** The id of counter 1. */
    final long first;

    final long size;

    IdBlock(long first, long size) {
        this.first = first;
        this.size = size;
    }

    /** A block without counters, whose callers all take the slow path. */
    static IdBlock empty() {
        return new IdBlock(0, 0);
    }

    /** Takes a counter, as its distance from the first; it is the caller's if it lies below the size. */
    long claim() {
        return (long) CURSOR.getAndAdd(this, 1L);
    }
}
