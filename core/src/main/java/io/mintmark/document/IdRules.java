package io.mintmark.document;

import io.mintmark.document.InvalidDocumentIdException.Rule;
import org.jspecify.annotations.Nullable;

/**
 * The grammar of document ids and of the names they are made from; each rule refuses with a message that names it.
 *
 * <p>{@link #shortAsciiKey} decides nothing: it answers quickly for the ids that nearly all ids are, and leaves the
 * rest, and every refusal, to {@link #key}.
 */
final class IdRules {
    /** The last character of an id that asks for an identity. */
    static final char IDENTITY_MARK = '|';

    private IdRules() {}

    /**
     * Returns the key form of {@code id} in UTF-8 if it is a legal id of printable ASCII, and null if it may or may not
     * be legal; one pass that leaves nothing behind but the answer.
     */
    static byte @Nullable [] shortAsciiKey(String id) {
        int length = id.length();
        if (length == 0 || length > DocumentId.MAX_BYTES || id.charAt(length - 1) == IDENTITY_MARK) {
            return null;
        }
        byte[] key = new byte[length];
        boolean blank = true;
        for (int at = 0; at < length; at++) {
            char unit = id.charAt(at);
            if (unit < ' ' || unit > '~') {
                return null;
            }
            blank &= unit == ' ';
            key[at] = (byte) KeyForm.lowerCaseAscii(unit);
        }
        return blank ? null : key;
    }

    /**
     * Returns the key form of {@code id} in UTF-8; throws {@link InvalidDocumentIdException} if the id is not legal.
     */
    static byte[] key(String id) {
        requireNotBlank("document id", id);
        requireRoom("document id", id, 0);
        if (endsWithIdentityMark(id)) {
            throw new InvalidDocumentIdException(
                    Rule.IDENTITY_MARK,
                    "Document ids cannot end with '|', but was called with "
                            + IdCharacters.printable(id) + ". Identities are only generated for external requests,"
                            + " not calls to PutDocument and such.");
        }
        return KeyForm.bytes(id);
    }

    /** Checks that {@code name} may be an identity's: neither blank nor with the mark that asks for the identity. */
    static void requireIdentityName(String name) {
        requireNotBlank("identity name", name);
        if (endsWithIdentityMark(name)) {
            throw new InvalidDocumentIdException(
                    Rule.IDENTITY_MARK_TWICE,
                    "identity name must not end with '|' itself: '" + IdCharacters.printable(name)
                            + "'; write a single '|' after the name, such as users|");
        }
    }

    /** Checks that {@code text}, called {@code what} in the message, has a character that is not white space. */
    static void requireNotBlank(String what, String text) {
        if (IdCharacters.isBlank(text)) {
            throw new InvalidDocumentIdException(
                    Rule.BLANK,
                    what + " must not be empty or blank: '" + IdCharacters.printable(text)
                            + "'; write at least one character that is not white space");
        }
    }

    /**
     * Checks every character of {@code text}, and that its key form leaves room for {@code generatedBytes} more bytes
     * within the limit of an id. Costs one pass and no memory, however long the text is.
     */
    static void requireRoom(String what, String text, int generatedBytes) {
        long bytes = keyBytes(what, text) + generatedBytes;
        if (bytes > DocumentId.MAX_BYTES) {
            String generated = generatedBytes == 0 ? "" : " with the " + generatedBytes + " that may be generated";
            throw new InvalidDocumentIdException(
                    Rule.TOO_LONG,
                    "Document ID cannot exceed " + DocumentId.MAX_BYTES
                            + " bytes, but the ID was " + bytes + " bytes" + generated + ". The invalid ID is '"
                            + IdCharacters.printable(text) + "'. (Parameter 'str')");
        }
    }

    /** Counts the bytes of UTF-8 that the key form of {@code text} takes, after checking every character. */
    private static long keyBytes(String what, String text) {
        long bytes = 0;
        int at = 0;
        while (at < text.length()) {
            int codePoint = IdCharacters.codePointAt(text, at);
            if (IdCharacters.isForbidden(codePoint)) {
                throw new InvalidDocumentIdException(
                        Rule.CONTROL_CHARACTER,
                        what + " must not contain control or bidirectional control"
                                + " characters: " + IdCharacters.name(codePoint) + " at position " + at
                                + " of '" + IdCharacters.printable(text) + "'; leave it out");
            }
            bytes += IdCharacters.utf8Bytes(KeyForm.lowerCase(codePoint));
            at += Character.charCount(codePoint);
        }
        return bytes;
    }

    private static boolean endsWithIdentityMark(String text) {
        return text.charAt(text.length() - 1) == IDENTITY_MARK;
    }
}
