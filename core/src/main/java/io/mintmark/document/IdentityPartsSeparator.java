package io.mintmark.document;

/**
 * The character between a document id's prefix and its unique part, the {@code /} of {@code orders/10-A}.
 *
 * <p>Any character of the basic plane that may stand in an id, but for {@code |}, which asks for an identity,
 * {@code $}, after which an anchor stands, and the digits 0 to 9, with which two counters could write the same id.
 * Changing it renames nothing: counters and identities are stored without it. Immutable.
 *
 * @param value the character, one UTF-16 unit
 */
public record IdentityPartsSeparator(char value) {
    /** {@code /}, the separator of a database nobody configured. */
    public static final IdentityPartsSeparator DEFAULT = new IdentityPartsSeparator('/');

    /** Most bytes of UTF-8 that one separator takes in a key form. */
    static final int MAX_BYTES = 3;

    /** Checks the character; throws {@link IllegalArgumentException} if it is none that may separate. */
    public IdentityPartsSeparator {
        if (value == IdRules.IDENTITY_MARK) {
            throw new IllegalArgumentException("Cannot set identity parts separator to '|',"
                    + " because an id that ends with '|' asks for an identity; use another character such as '/'");
        }
        if (value >= '0' && value <= '9') {
            throw new IllegalArgumentException("identity parts separator must not be a digit: '" + value + "', because"
                    + " prefix 'a' with number 11 and prefix 'a" + value + "' would write the same id;"
                    + " use another character such as '/'");
        }
        if (value == Anchor.MARK) {
            throw new IllegalArgumentException("identity parts separator must not be '$', because every number would be"
                    + " an anchor and decide where its document is placed; use another character such as '/'");
        }
        if (Character.isSurrogate(value) || IdCharacters.isForbidden(value)) {
            throw new IllegalArgumentException("identity parts separator must be a whole character that is neither"
                    + " a control nor a bidirectional control: " + IdCharacters.name(value)
                    + "; use another character such as '/'");
        }
    }

    /**
     * Returns the separator written {@code oneChar}; throws {@link IllegalArgumentException} if that is not exactly one
     * UTF-16 unit or not a legal separator.
     */
    public static IdentityPartsSeparator of(String oneChar) {
        if (oneChar.length() != 1) {
            throw new IllegalArgumentException("identity parts separator must be one character: '"
                    + IdCharacters.printable(oneChar) + "'; use a single character such as '/'");
        }
        return new IdentityPartsSeparator(oneChar.charAt(0));
    }

    /** Returns whether {@code id} ends with this separator, and so asks for a server-side id. */
    boolean ends(String id) {
        return !id.isEmpty() && id.charAt(id.length() - 1) == value;
    }

    /** Returns the character alone, as it stands in a document id. */
    @Override
    public String toString() {
        return String.valueOf(value);
    }
}
