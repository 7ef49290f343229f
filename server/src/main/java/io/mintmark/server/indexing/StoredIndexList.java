package io.mintmark.server.indexing;

import io.mintmark.MintmarkException;
import io.mintmark.storage.StorageUnreachableException;
import io.mintmark.storage.index.IndexStorage;
import io.mintmark.storage.index.SharedIndexes;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The list of indexes of one database as its store has it, or had it. Changed under its owner's lock, and read by any
 * thread.
 */
final class StoredIndexList {
    private volatile IndexList list = IndexList.NONE;
    /** Why it is not known, or null. */
    private volatile @Nullable MintmarkException unknown;
    /** The version in the store, where several nodes may change it. */
    private long version;

    /**
     * Returns the list.
     *
     * @throws StorageUnreachableException if the node began without its engine, which alone knows it
     */
    IndexList now() {
        MintmarkException why = unknown;
        if (why != null) {
            throw new StorageUnreachableException(String.valueOf(why.getMessage()), why);
        }
        return list;
    }

    boolean isKnown() {
        return unknown == null;
    }

    /** Takes note that nobody here knows it, until it is forgotten. */
    void unknown(MintmarkException why) {
        unknown = why;
    }

    /** Forgets it: the database is closed. */
    void forget() {
        list = IndexList.NONE;
        unknown = null;
        version = 0;
    }

    /** Reads it anew. */
    void read(IndexStorage storage) {
        Optional<SharedIndexes> shared = storage.shared();
        if (shared.isEmpty()) {
            list = IndexListForm.read(storage.reads().indexList());
        } else {
            take(shared.get().listed());
        }
    }

    /** Reads it anew if another node changed it since; returns whether one did. */
    boolean catchUp(IndexStorage storage) {
        Optional<SharedIndexes.Listed> newer = storage.shared().flatMap(shared -> shared.listedAfter(version));
        newer.ifPresent(this::take);
        return newer.isPresent();
    }

    private void take(SharedIndexes.Listed listed) {
        list = IndexListForm.read(listed.list());
        version = listed.version();
    }

    /** Returns whether it was read or stored at another version than that. */
    boolean isOtherThan(long newest) {
        return version != newest;
    }

    /** Stores {@code next}, and returns whether it did. If another node was first, the list is what that one stored. */
    boolean store(IndexStorage storage, IndexList next) {
        Set<Long> numbers = next.entries().stream().map(IndexEntry::number).collect(Collectors.toSet());
        byte[] form = IndexListForm.write(next);
        Optional<SharedIndexes> shared = storage.shared();
        if (shared.isEmpty()) {
            storage.putList(form, numbers);
        } else if (shared.get().putList(version, form, numbers)) {
            version++;
        } else {
            read(storage);
            return false;
        }
        list = next;
        return true;
    }
}
