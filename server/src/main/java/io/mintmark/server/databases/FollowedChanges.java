package io.mintmark.server.databases;

import io.mintmark.storage.ChangeListener;
import io.mintmark.storage.document.DocumentChange;
import java.util.List;

/** Tells those who watch a database of changes, and its indexes that there are some. */
record FollowedChanges(ChangeListener watchers, DatabaseFollower follower) implements ChangeListener {
    @Override
    public void somethingChanged() {
        follower.somethingChanged();
    }

    @Override
    public void indexChanged(long index) {
        follower.indexChanged(index);
    }

    @Override
    public boolean isListening() {
        return watchers.isListening();
    }

    @Override
    public void committed(List<DocumentChange> changes) {
        watchers.committed(changes);
    }

    @Override
    public void missed() {
        follower.somethingChanged();
        watchers.missed();
    }
}
