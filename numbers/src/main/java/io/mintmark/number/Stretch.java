package io.mintmark.number;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** The counters of one generator id while they are issued; the cursor counts from 0 and has its cache lines for itself. */
final class Stretch extends StretchPadAfter {
    private static final VarHandle CURSOR;

    static {
        try {
            CURSOR = MethodHandles.lookup().findVarHandle(StretchCursor.class, "cursor", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

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

/** Keeps whatever lies before the cursor at a distance: two cache lines. */
abstract class StretchPadBefore {
    @SuppressWarnings("unused")
    long b00, b01, b02, b03, b04, b05, b06, b07, b08, b09, b10, b11, b12, b13, b14, b15;
}

/** The only field that is written all the time. */
abstract class StretchCursor extends StretchPadBefore {
    @SuppressWarnings("unused") // by Stretch.CURSOR
    volatile long cursor;
}

/** Keeps whatever lies behind the cursor at a distance: two cache lines. */
abstract class StretchPadAfter extends StretchCursor {
    @SuppressWarnings("unused")
    long a00, a01, a02, a03, a04, a05, a06, a07, a08, a09, a10, a11, a12, a13, a14, a15;
}
