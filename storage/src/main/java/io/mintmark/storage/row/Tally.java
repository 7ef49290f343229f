package io.mintmark.storage.row;

/**
 * How much a collection holds, or by how much that changed.
 *
 * @param documents how many documents
 * @param bytes how many bytes of bodies and metadata; documents that show counters have none
 */
public record Tally(long documents, long bytes) {
    static final Tally NONE = new Tally(0, 0);

    Tally plus(long moreDocuments, long moreBytes) {
        return new Tally(documents + moreDocuments, bytes + moreBytes);
    }
}
