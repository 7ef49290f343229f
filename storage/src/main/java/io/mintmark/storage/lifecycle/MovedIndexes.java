package io.mintmark.storage.lifecycle;

import java.util.List;

/**
 * The indexes of a database that moves; what they keep moves as rows of {@link MovedTable#INDEX_ROW}, so they go on
 * where they are.
 *
 * @param list the list, as whoever computes them reads it; no bytes if there is none
 * @param progress how far each of them has come
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record MovedIndexes(byte[] list, List<Progress> progress) {
    /** Copies the progress. */
    public MovedIndexes {
        progress = List.copyOf(progress);
    }

    /**
     * How far one index has come.
     *
     * @param number of the index
     * @param commits how many it has made
     * @param read up to which number of a write it has read; 0 before the first
     * @param clearing whether its rows are being removed
     */
    public record Progress(long number, long commits, long read, boolean clearing) {}
}
