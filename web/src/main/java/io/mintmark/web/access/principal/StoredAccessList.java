package io.mintmark.web.access.principal;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Where an access list is kept: read whole, and changed whole by one after the other. Thread-safe.
 *
 * <p>A change is durable when it was made, and not made if it was refused.
 */
public interface StoredAccessList {
    /** Returns what is another object whenever the list was changed. */
    Object stamp() throws IOException;

    /** Learns what was acknowledged anywhere before this call, where nodes share the list. */
    default void refresh() {}

    /** Returns how often to ask for the stamp, or nothing if {@link #whenChanged} tells. */
    default Optional<Duration> lookEvery() {
        return Optional.empty();
    }

    /** Calls {@code look} after each change from now on, unless {@link #lookEvery} says that nobody would. */
    default void whenChanged(Runnable look) {}

    /**
     * Returns the list, or nothing where access control was never set up.
     *
     * @throws AccessListException if there is one that cannot be read, is damaged, or could be somebody else's
     */
    Optional<AccessList> read();

    /**
     * Refuses a place where access control was set up and whose list was lost: nobody would be asked any more.
     *
     * @throws AccessListException if it was
     */
    void requireNotLost();

    /**
     * Changes the list that is there.
     *
     * @param change makes another list of the present one, or refuses; may be asked again
     * @return the list that is in force now
     */
    AccessList change(UnaryOperator<AccessList> change);

    /**
     * Does the same, and begins with {@link AccessList#NOBODY} where there is no list: only a command on the machine
     * may.
     */
    AccessList changeOrBegin(UnaryOperator<AccessList> change);

    /** Returns which list it is, after the words <em>The access list</em>. */
    String shown();

    /** Returns the command that lets the first operator in. */
    String firstCommand();
}
