package io.mintmark.server.indexes.output;

import io.mintmark.document.DocumentId;
import io.mintmark.document.KeyForm;
import org.jspecify.annotations.Nullable;

/**
 * Ids of an index's artificial documents.
 *
 * @param collection their collection, which their ids begin with
 * @param version which of several definitions of one name makes them, or null for the first
 */
public record OutputIds(String collection, @Nullable Long version) {

    /**
     * Returns the id of a group's output: the hash of its key, without sign, and its slot if another group has that
     * hash.
     */
    public DocumentId of(long hash, int slot) {
        String id = prefix() + Long.toUnsignedString(hash);
        return DocumentId.of(slot == 0 ? id : id + '/' + slot);
    }

    /** Returns how all their ids begin. */
    public String prefix() {
        return version == null ? collection + '/' : collection + '/' + version + '/';
    }

    /**
     * Returns whether an id may be one of theirs, of whatever version, by its key form: only numbers follow the
     * collection.
     */
    public boolean mayName(String idKey) {
        String start = KeyForm.of(collection) + '/';
        return idKey.startsWith(start)
                && idKey.chars().skip(start.length()).allMatch(unit -> unit == '/' || (unit >= '0' && unit <= '9'));
    }

    /** Returns whether a collection is theirs, by the key form of its name. */
    public boolean isOf(String collectionKey) {
        return KeyForm.of(collection).equals(collectionKey);
    }
}
