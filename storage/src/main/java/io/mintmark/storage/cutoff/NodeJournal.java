package io.mintmark.storage.cutoff;

import io.mintmark.document.DocumentId;
import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.document.StoredDocument;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The journal of a node, which is opened when it is first needed: one that is never cut off has none. Safe for any
 * number of threads.
 */
public final class NodeJournal implements AutoCloseable {
    private final Supplier<Journal> opener;
    private volatile @Nullable Journal opened;
    private volatile boolean refused;
    private boolean closed;

    /** Opens the journal by {@code opener}; at once if {@code isThere}, since something may be on its way home. */
    public NodeJournal(Supplier<Journal> opener, boolean isThere) {
        this.opener = opener;
        if (isThere) {
            Journal ignored = open();
        }
    }

    /** Returns the journal, if it was needed. */
    public Optional<Journal> ifOpened() {
        return Optional.ofNullable(opened);
    }

    /**
     * Returns the journal, opened.
     *
     * @throws io.mintmark.storage.StorageFailedException if it cannot be, or this node is about to end
     */
    Journal open() {
        Journal present = opened;
        return present == null ? openNow() : present;
    }

    private synchronized Journal openNow() {
        Journal present = opened;
        if (present != null) {
            return present;
        }
        if (closed) {
            throw new StorageFailedException("This node is about to end, and takes nothing more: ask another one.");
        }
        try {
            Journal made = opener.get();
            opened = made;
            return made;
        } catch (RuntimeException e) {
            refused = true;
            throw e;
        }
    }

    /** Returns whether it takes nothing: it could not be opened last, or its disk failed since. Costs nothing. */
    public boolean hasFailed() {
        Journal present = opened;
        return present == null ? refused : present.hasFailed();
    }

    /** Returns whether nothing is on its way home. */
    boolean isEmpty() {
        Journal present = opened;
        return present == null || present.isEmpty();
    }

    Optional<StoredDocument> find(Journal.Home home, DocumentId id) {
        return ifOpened().flatMap(journal -> journal.find(home, id));
    }

    @Override
    public synchronized void close() {
        closed = true;
        ifOpened().ifPresent(Journal::close);
    }
}
