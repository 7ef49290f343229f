package io.mintmark.indexes.rows;

import io.mintmark.MintmarkException;

/**
 * An output is listed nowhere, since a member that the pattern names has no value; the output itself is as good as
 * others.
 */
public final class UnlistedException extends MintmarkException {
    private static final long serialVersionUID = 1L;

    UnlistedException(String field) {
        super("The output is written, but no document lists it: the field '" + field
                + "' of the pattern is null or missing in it. Give it a value.");
    }
}
