package io.mintmark.support;

import java.util.Optional;
import java.util.function.Function;

/** A text that all nodes of a store share; each change has a higher version. Safe for any number of threads. */
public interface SharedText {
    /**
     * What is stored.
     *
     * @param version 0 if there never was a text, and higher with each change
     * @param text empty if there never was one, or if it was lost: there is a version, and not the text that has it
     */
    record State(long version, Optional<String> text) {}

    /** Returns the newest state that this node heard of, at most a heartbeat old while the engine answers. */
    State heard();

    /** Hears what any node acknowledged before this call. */
    void refresh();

    /** Calls {@code next} after each change of {@link #heard}, whoever made it; replaces what was called until now. */
    void whenHeard(Runnable next);

    /**
     * Changes the text after all changes that were made before, and hears of it at once.
     *
     * @param change makes another text of the present state, or refuses; asked again if another node was in the way
     * @return the state from now on
     */
    State change(Function<State, String> change);

    /** Returns where it is kept, for messages. */
    String shown();
}
