package io.mintmark.storage.index;

import java.util.Collection;
import java.util.List;
import java.util.Map;

/** What indexes of one database read of its store, beside what they write. Safe for any number of threads. */
public interface IndexReads extends DocumentChanges {
    /** Returns the list of indexes that was stored last; no bytes if there is none. */
    byte[] indexList();

    /** Returns the latest errors of an index, the oldest first. */
    List<KeptError> indexErrors(long index);

    /** Returns how far an index has come. */
    IndexProgress indexProgress(long index);

    /**
     * Returns the contents of those rows of an index that are there; nobody changes them.
     *
     * @throws RowsTooLargeException if they are too large together
     */
    Map<RowKey, byte[]> indexRows(long index, Collection<RowKey> keys);

    /** Returns keys of rows of a kind, in any order, at most {@code limit}; none only if there is none. */
    List<RowKey> someIndexRows(long index, RowKey.Kind kind, int limit);
}
