package io.mintmark.document;

/**
 * The name of a server node, the {@code A} of {@code orders/10-A}: 1 to 4 upper-case ASCII letters.
 *
 * <p>Numbers that two nodes hand out apart from each other stay apart because their tags differ. Immutable.
 *
 * @param text the letters
 */
public record NodeTag(String text) {
    /** Most letters of a tag. */
    public static final int MAX_LETTERS = 4;

    /** Checks the letters; throws {@link IllegalArgumentException} if there are too few, too many or other ones. */
    public NodeTag {
        if (text.isEmpty() || text.length() > MAX_LETTERS || !isUpperCaseAscii(text)) {
            throw new IllegalArgumentException("node tag must be 1 to 4 letters A to Z: '"
                    + IdCharacters.printable(text) + "'; give the node a tag such as A");
        }
    }

    /** Returns the tag written {@code text}; throws {@link IllegalArgumentException} if that is not a tag. */
    public static NodeTag of(String text) {
        return new NodeTag(text);
    }

    /** Returns the letters alone, as they end a document id. */
    @Override
    public String toString() {
        return text;
    }

    private static boolean isUpperCaseAscii(String text) {
        return text.chars().allMatch(letter -> letter >= 'A' && letter <= 'Z');
    }
}
