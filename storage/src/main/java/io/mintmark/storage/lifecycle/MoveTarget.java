package io.mintmark.storage.lifecycle;

import io.mintmark.MintmarkException;
import java.util.List;

/**
 * Where databases move to; servers may use it meanwhile, and see none of them before {@link #finish}. Used by one
 * thread.
 */
public interface MoveTarget extends AutoCloseable {
    /** Returns where it is, as people read it. */
    String shown();

    /** Returns what tells the store from all others. */
    String storeId();

    /** Returns whether all databases came here before; one whose outcome nobody heard of is waited for. */
    boolean isDone();

    /**
     * Refuses what cannot move here, and changes nothing.
     *
     * @throws MintmarkException if there is nothing to move, or something of the same name is here
     */
    void require();

    /** Writes all rows and compares them; nobody sees them yet. */
    List<Moved> copy();

    /** Puts all databases on the list at once; returns when that is durable. */
    void finish();

    /** Erases what was written for databases that are not on the list. */
    void undo();

    @Override
    void close();
}
