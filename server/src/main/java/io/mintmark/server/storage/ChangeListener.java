package io.mintmark.server.storage;

import io.mintmark.server.storage.document.DocumentChange;
import java.util.List;

/**
 * Hears which documents of one database changed, after the commit that changed them and in the order of commits.
 *
 * <p>The writer calls it, and waits for it: it must return at once.
 */
public interface ChangeListener {
    /** A listener that hears nothing, for databases that nobody watches. */
    ChangeListener NOBODY = new ChangeListener() {
        @Override
        public boolean isListening() {
            return false;
        }

        @Override
        public void committed(List<DocumentChange> changes) {}
    };

    /**
     * Returns whether changes are noted for it from now on. Asked at each change, and not once a group: a write that begins
     * after somebody began to listen may still join a group that began before.
     */
    boolean isListening();

    /** Takes the changes of one commit, in the order in which they were made; nobody changes the list later. */
    void committed(List<DocumentChange> changes);
}
