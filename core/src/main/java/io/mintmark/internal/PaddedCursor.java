package io.mintmark.internal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A number that many threads add to, with its cache line (and the next one, which processors fetch along) for itself;
 * what a subclass adds lies apart, because every caller reads it.
 *
 * <p>The padding is inherited, for a virtual machine reorders the fields of a class, but not those of its ancestors.
 */
public abstract class PaddedCursor extends CursorPadAfter {
    /** Reads and writes the cursor. */
    protected static final VarHandle CURSOR = find();

    /** Begins at 0; a subclass that begins elsewhere writes the cursor. */
    protected PaddedCursor() {}

    private static VarHandle find() {
        try {
            return MethodHandles.lookup().findVarHandle(CursorCell.class, "cursor", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}

/** Keeps whatever lies before the cursor at a distance: two cache lines. */
abstract class CursorPadBefore {
    @SuppressWarnings("unused")
    long b00, b01, b02, b03, b04, b05, b06, b07, b08, b09, b10, b11, b12, b13, b14, b15;
}

/** The only field that is written all the time. */
abstract class CursorCell extends CursorPadBefore {
    @SuppressWarnings("unused") // by PaddedCursor.CURSOR
    volatile long cursor;
}

/** Keeps whatever lies after the cursor at a distance: two cache lines. */
abstract class CursorPadAfter extends CursorCell {
    @SuppressWarnings("unused")
    long a00, a01, a02, a03, a04, a05, a06, a07, a08, a09, a10, a11, a12, a13, a14, a15;
}
