package io.mintmark.storage.index;

/**
 * Which row of an index.
 *
 * @param kind what it is about
 * @param key tells rows of a kind apart; compared by its code points, case included
 */
public record RowKey(Kind kind, String key) {
    /** What a row is about. */
    public enum Kind {
        /** Where the entries of a document are. */
        DOCUMENT,
        /** Groups that share a hash. */
        GROUP,
        /** A part of a group that is too large for one row. */
        NODE,
        /** Outputs that a reference document lists. */
        REFERENCE
    }
}
