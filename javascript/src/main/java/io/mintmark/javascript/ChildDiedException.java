package io.mintmark.javascript;

import io.mintmark.MintmarkException;

/** The process for scripts ended, or was ended, while it worked on an item. */
final class ChildDiedException extends MintmarkException {
    private static final long serialVersionUID = 1L;

    private final boolean isLate;

    ChildDiedException(String why, boolean isLate) {
        super(why);
        this.isLate = isLate;
    }

    /** Returns whether it was ended because it had not answered in time. */
    boolean isLate() {
        return isLate;
    }

    String why() {
        return String.valueOf(getMessage());
    }
}
