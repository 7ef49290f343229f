package io.mintmark.storage.row;

import io.mintmark.storage.ChangeListener;
import io.mintmark.storage.document.DocumentChange;
import java.util.ArrayList;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notes which documents the work of one group changes, and tells them after its commit. Used by the writer thread only.
 *
 * <p><b>Why it notes while nobody listens.</b> Somebody who begins to listen while a group is under way reads what was
 * committed before, and counts on hearing the rest. Whether somebody listens is therefore asked after the commit, when
 * it is too late to begin to note. A note is worded only if it is told.
 *
 * <p>A listener that fails is not the writer's concern: the commit stands.
 */
public final class GroupChanges {
    private static final Logger LOG = LoggerFactory.getLogger(GroupChanges.class);
    /** Notes of a larger group give their room back. */
    private static final int ROOM_KEPT_MAX = 1 << 12;

    private final ChangeListener listener;
    private ArrayList<Supplier<DocumentChange>> noted = new ArrayList<>();
    private int marked;
    /** How many of the notes are of outputs of indexes, and whose the latest are. */
    private int byIndexes;

    private long index;
    private boolean isOfOneIndex = true;

    /** Tells {@code listener}. */
    public GroupChanges(ChangeListener listener) {
        this.listener = listener;
    }

    /** Takes note of a change within the present transaction, which {@code change} words if it is told. */
    public void note(Supplier<DocumentChange> change) {
        noted.add(change);
    }

    /** From here on {@link #undo} goes back to the present state. */
    public void mark() {
        marked = noted.size();
    }

    /** Takes note that {@code index} made all changes since the mark. */
    public void madeBy(long index) {
        isOfOneIndex &= byIndexes == 0 || this.index == index;
        this.index = index;
        byIndexes += noted.size() - marked;
    }

    /** Forgets what was noted since the mark. */
    public void undo() {
        noted.subList(marked, noted.size()).clear();
    }

    /** Forgets what a group noted of which nothing happened. */
    public void discard() {
        clear();
    }

    /** Forgets what a group noted whose fate is unknown: it may be on stable storage. */
    public void forget() {
        boolean any = !noted.isEmpty();
        clear();
        if (any) {
            tellOfMissed();
        }
    }

    /** Tells what was noted, which is on stable storage now. */
    public void publish() {
        try {
            if (!noted.isEmpty()) {
                tellThatSomethingChanged();
                tellIfListening();
            }
        } catch (Throwable t) {
            tellOfMissed();
            say("changes of a commit could not be told; the commit stands", t);
        } finally {
            clear();
        }
    }

    private void tellThatSomethingChanged() {
        if (byIndexes == noted.size() && isOfOneIndex) {
            listener.indexChanged(index);
        } else {
            listener.somethingChanged();
        }
    }

    private void tellIfListening() {
        if (listener.isListening()) {
            listener.committed(noted.stream().map(Supplier::get).toList());
        }
    }

    private void tellOfMissed() {
        try {
            listener.missed();
        } catch (Throwable t) {
            say("nobody could be told that changes of a commit are missing", t);
        }
    }

    private static void say(String what, Throwable why) {
        try {
            LOG.error(what, why);
        } catch (Throwable worse) {
            // The writer goes on.
        }
    }

    private void clear() {
        marked = 0;
        byIndexes = 0;
        isOfOneIndex = true;
        if (noted.size() > ROOM_KEPT_MAX) {
            noted = new ArrayList<>();
        } else {
            noted.clear();
        }
    }
}
