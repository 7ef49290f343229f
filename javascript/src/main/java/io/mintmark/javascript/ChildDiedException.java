package io.mintmark.javascript;

import io.mintmark.MintmarkException;

/** The process for scripts ended, or was ended, while it worked on an item. */
final class ChildDiedException extends MintmarkException {
    private static final long serialVersionUID = 1L;

    ChildDiedException(String why) {
        super(why);
    }

    String why() {
        return String.valueOf(getMessage());
    }
}
