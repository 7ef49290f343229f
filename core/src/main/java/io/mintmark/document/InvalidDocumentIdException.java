package io.mintmark.document;

import io.mintmark.MintmarkException;

/**
 * A text cannot be a document id, or a part of one; the message names the rule and the value, {@link #rule} the rule
 * alone.
 */
public final class InvalidDocumentIdException extends MintmarkException {
    private static final long serialVersionUID = 1L;

    /** The rules of ids and of the names they are made from; of several that a text breaks, the first found is told. */
    public enum Rule {
        /** There must be a character that is not white space. */
        BLANK,
        /** The {@linkplain KeyForm key form} takes at most {@value DocumentId#MAX_BYTES} bytes of UTF-8. */
        TOO_LONG,
        /**
         * There must be no control (C0, DEL, C1), and none of U+202A to U+202E and U+2066 to U+2069, which turn text
         * round.
         */
        CONTROL_CHARACTER,
        /** Half of a surrogate pair must not stand alone: UTF-8 cannot carry it. */
        UNPAIRED_SURROGATE,
        /** An id must not end with <code>|</code>, which asks for an identity's next number. */
        IDENTITY_MARK,
        /** The name of an identity must not end with <code>|</code>: one such mark follows it, not two. */
        IDENTITY_MARK_TWICE,
        /** An anchor must decide where the anchored document lies. */
        ANCHOR
    }

    private final Rule rule;

    /** Creates an exception with a {@code message} that names the rule, the value and the remedy. */
    InvalidDocumentIdException(Rule rule, String message) {
        super(message);
        this.rule = rule;
    }

    /** Returns the rule that the text breaks. */
    public Rule rule() {
        return rule;
    }
}
