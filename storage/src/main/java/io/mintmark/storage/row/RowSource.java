package io.mintmark.storage.row;

import io.mintmark.storage.document.DocumentContent;
import io.mintmark.storage.write.RequestKeyException;
import org.jspecify.annotations.Nullable;

/**
 * What an engine stores, as a group of writes asks for it: row by row, where the group did not fetch it and has not
 * made it. Used by the writer thread only.
 *
 * <p>What a verb throws refuses the piece of work that asked, unless it dooms or undoes the whole group.
 */
public interface RowSource {
    /**
     * Returns the counter that the document of that key shows or would show, or null if there is none; it is not
     * changed.
     */
    @Nullable Counter counter(String key);

    /** Returns a lease that is stored and remembered, or null. */
    @Nullable LeaseRow lease(long serial);

    /** Returns the latest number of an identity, or null if there is none. */
    @Nullable Long identity(String key);

    /** Returns what a request was answered that came before, or null if it is new. */
    @Nullable Long answer(String request);

    /** Returns what is remembered under the name of a request's key, or null if it is new. */
    @Nullable String keyedAnswer(String key);

    /**
     * Refuses a further key beside {@code added} that the group remembers already.
     *
     * @throws io.mintmark.storage.write.RequestKeyException if as many are remembered as may be, or none ever are
     */
    default void requireRoomForKeys(long added) {
        throw RequestKeyException.notKept();
    }

    /** Returns the collection whose name has that key form, or null if there is none. */
    @Nullable CollectionRow collection(String key);

    /** Returns the name of a collection that is stored. */
    String collectionName(long number);

    /** Returns the highest number of a collection that is stored, or 0. */
    long lastCollection();

    /** Returns the document under that key, or null if there is none. */
    @Nullable DocumentRow document(String key);

    /**
     * Returns a value if a document of that version came home from a journal that has not confirmed it yet, or null. An
     * engine that no node is cut off from has none.
     */
    default @Nullable Boolean brought(String changeVector) {
        return null;
    }

    /** Returns what is stored of a document; only its bytes count. */
    DocumentContent content(DocumentRow row);

    /** Returns how far an index has come, or null if it is not in the list. */
    @Nullable IndexProgressRow progress(long index);

    /** Returns the list of indexes, or null if there is none. */
    @Nullable IndexListRow indexList();

    /** Returns at least the highest end that a deleted database of this name ever reserved of that counter. */
    long highestEndBefore(String counterKey);

    /**
     * Returns at least the highest number of that counter that a node reserved ahead in a deleted database of this
     * name.
     */
    default long reservedAheadBefore(String counterKey) {
        return 0;
    }

    /**
     * Takes note of how far a piece of work moved a counter or an identity.
     *
     * @param before where it stood before, or null if it is new
     */
    default void moved(String key, @Nullable Long before, long now) {}

    /**
     * Stores a new document at once if there is none under its key and that is cheap to learn; returns whether it did.
     */
    default boolean addIfNew(DocumentRow row) {
        return false;
    }

    /** Removes what {@link #addIfNew} stored. */
    default void takeBack(DocumentRow row) {}

    /**
     * Takes note of a document that the group added; returns whether some began to be written, which cannot be undone
     * alone.
     */
    default boolean added(DocumentRow row) {
        return false;
    }

    /** Returns why a piece of work cannot be undone of which something was written: the group is undone as a whole. */
    default RuntimeException cannotUndo() {
        return new IllegalStateException("nothing is written before the group's end");
    }

    /** Takes note that a piece of work which could have been refused is kept. */
    default void released() {}
}
