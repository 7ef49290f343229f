package io.mintmark.storage.document;

/**
 * What a commit did to one document.
 *
 * @param kind whether it was stored or deleted
 * @param id its id, in the spelling of the command
 * @param collection its collection, where it is or was
 * @param changeVector the write that did it
 */
public record DocumentChange(Kind kind, String id, String collection, String changeVector) {
    /** What became of the document. */
    public enum Kind {
        /** It was stored: new, or in the place of another version. */
        PUT,
        /** It was deleted. */
        DELETE
    }
}
