package io.mintmark.server.storage.evaluation;

import io.mintmark.document.DocumentId;
import io.mintmark.server.storage.index.IndexReplacedException;
import io.mintmark.server.storage.index.IndexWrite;
import java.util.List;
import java.util.Set;

/** The rows of indexes, as the work of a group reads and changes them; see {@link Rows}. */
public interface IndexRows {
    /**
     * Checks that a commit of an index builds on its last one.
     *
     * @throws IndexReplacedException if it does not, or the index is not in the list
     */
    void requireNext(long index, IndexWrite write);

    /**
     * Returns the keys of those of {@code ids} under which there is a document that no index wrote into {@code collection}: an
     * ordinary one, or one of another collection.
     */
    Set<String> foreign(String collection, List<DocumentId> ids);

    /** Changes rows, errors and progress of an index; its outputs are documents like others. */
    void apply(long index, IndexWrite write);

    /** Returns the version of the list, where several nodes may change it. */
    default long listVersion() {
        return 0;
    }

    /** Stores the list, and forgets what is kept for indexes that are not in it; returns whether it is the first one. */
    boolean putList(byte[] list, Set<Long> indexes);

    /** Forgets the errors of an index. */
    void forgetErrors(long index);
}
