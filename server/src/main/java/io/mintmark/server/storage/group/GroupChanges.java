package io.mintmark.server.storage.group;

import io.mintmark.server.storage.ChangeListener;
import io.mintmark.server.storage.document.DocumentChange;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notes which documents the work of one group changes, and tells them after its commit. Used by the writer thread only.
 *
 * <p>While nobody listens it notes nothing. A listener that fails is not the writer's concern: the commit stands.
 */
public final class GroupChanges {
    private static final Logger LOG = LoggerFactory.getLogger(GroupChanges.class);

    private final ChangeListener listener;
    private List<DocumentChange> noted = new ArrayList<>();
    private int marked;

    /** Tells {@code listener}. */
    public GroupChanges(ChangeListener listener) {
        this.listener = listener;
    }

    /** Returns whether {@link #note} is to be called for what changes now. */
    public boolean isWanted() {
        return listener.isListening();
    }

    /** Takes note of a change within the present transaction. */
    public void note(DocumentChange change) {
        noted.add(change);
    }

    /** From here on {@link #undo} goes back to the present state. */
    public void mark() {
        marked = noted.size();
    }

    /** Forgets what was noted since the mark. */
    public void undo() {
        noted.subList(marked, noted.size()).clear();
    }

    /** Forgets what a group noted whose fate is unknown. */
    public void forget() {
        noted.clear();
        marked = 0;
    }

    /** Tells what was noted, which is on stable storage now. */
    public void publish() {
        marked = 0;
        if (noted.isEmpty()) {
            return;
        }
        List<DocumentChange> told = noted;
        noted = new ArrayList<>();
        try {
            listener.committed(told);
        } catch (RuntimeException | Error e) {
            LOG.error("changes of a commit could not be told; the commit stands", e);
        }
    }
}
