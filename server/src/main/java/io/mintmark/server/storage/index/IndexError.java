package io.mintmark.server.storage.index;

/**
 * Something that an index could not evaluate; everything else went on.
 *
 * @param action {@code Map} or {@code Reduce}
 * @param subject the id of the document, or the key of the group
 * @param message what went wrong
 */
public record IndexError(String action, String subject, String message) {
    /** Returns the error of a document. */
    public static IndexError ofMap(String document, String message) {
        return new IndexError("Map", document, message);
    }

    /** Returns the error of a group. */
    public static IndexError ofReduce(String key, String message) {
        return new IndexError("Reduce", key, message);
    }
}
