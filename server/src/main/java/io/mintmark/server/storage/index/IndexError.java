package io.mintmark.server.storage.index;

import io.mintmark.internal.Printable;

/**
 * Something that an index could not evaluate; everything else went on. Its texts are cut: hundreds are kept, and read together.
 *
 * @param action {@code Map} or {@code Reduce}
 * @param subject the id of the document, or the key of the group
 * @param message what went wrong
 */
public record IndexError(String action, String subject, String message) {
    private static final int CHARS_MAX = 1_024;

    /** Cuts what is too long. */
    public IndexError {
        subject = Printable.cut(subject, CHARS_MAX);
        message = Printable.cut(message, CHARS_MAX);
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
