package io.mintmark.storage.index;

import io.mintmark.internal.Printable;

/**
 * Something that an index could not evaluate; everything else went on. Its texts are cut: hundreds are kept, and read
 * together.
 *
 * @param action {@code Map} or {@code Reduce}
 * @param subject the id of the document, or the key of the group
 * @param message what went wrong
 */
public record IndexError(String action, String subject, String message) {
    private static final int CHARS_MAX = 1_024;

    /** Cuts what is too long, and replaces what an engine cannot store: a script may throw any text. */
    public IndexError {
        subject = storable(subject);
        message = storable(message);
    }

    private static String storable(String text) {
        return Printable.encodable(Printable.cut(text, CHARS_MAX).replace('\0', '?'));
    }

    /** Returns the error of a document. */
    public static IndexError ofMap(String document, String message) {
        return new IndexError("Map", document, message);
    }

    /** Returns the error of a group. */
    public static IndexError ofReduce(String key, String message) {
        return new IndexError("Reduce", key, message);
    }
}
