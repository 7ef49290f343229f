package io.mintmark.indexes.rows;

import io.mintmark.MintmarkException;
import io.mintmark.internal.Printable;

/** A pattern of ids that is none. */
public final class InvalidPatternException extends MintmarkException {
    private static final long serialVersionUID = 1L;

    InvalidPatternException(String pattern, String what) {
        super("The pattern '" + Printable.brief(pattern) + "' of PatternForOutputReduceToCollectionReferences " + what
                + ": write text with each field once in braces, such as reports/daily/{OrderedAt:yyyy-MM-dd}.");
    }
}
