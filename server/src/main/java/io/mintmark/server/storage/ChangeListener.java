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

        @Override
        public void missed() {}
    };

    /** Learns that documents were changed by a commit, before it is asked whether it wants to hear of them. */
    default void somethingChanged() {}

    /**
     * Returns whether it wants to hear of the commit that was just made. Asked after each commit and not before: a write
     * that began before somebody began to listen may be committed after that.
     */
    boolean isListening();

    /** Takes the changes of one commit, in the order in which they were made; nobody changes the list later. */
    void committed(List<DocumentChange> changes);

    /** Learns that changes were committed, or may have been, of which it does not hear. */
    void missed();
}
