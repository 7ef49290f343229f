package io.mintmark.storage.row;

import java.util.Set;

/**
 * The list of indexes of a database.
 *
 * @param version grows with each change
 * @param content what whoever keeps the list reads
 * @param numbers of the indexes in it; empty where the list was only read
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record IndexListRow(long version, byte[] content, Set<Long> numbers) {
    /** Copies the numbers. */
    public IndexListRow {
        numbers = Set.copyOf(numbers);
    }
}
