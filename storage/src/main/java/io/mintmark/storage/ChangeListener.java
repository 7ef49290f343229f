package io.mintmark.storage;

import io.mintmark.storage.document.DocumentChange;
import java.util.List;

/**
 * Hears which documents of one database changed, after the commit that changed them and in the order of each node's
 * commits.
 *
 * <p>The writer calls it, and waits for it: it must return at once. What other nodes committed comes from another
 * thread.
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

    /** Learns the same of a commit whose only changes are outputs of the index of that number. */
    default void indexChanged(long index) {
        somethingChanged();
    }

    /**
     * Returns whether it wants to hear of the commit that was just made. Asked after each commit and not before: a
     * write that began before somebody began to listen may be committed after that.
     */
    boolean isListening();

    /** Takes the changes of one commit, in the order in which they were made; nobody changes the list later. */
    void committed(List<DocumentChange> changes);

    /** Learns that nodes came, left or moved; {@code url} is where this one answers. */
    default void topologyChanged(String url) {}

    /** Learns that changes were committed, or may have been, of which it does not hear. */
    void missed();
}
