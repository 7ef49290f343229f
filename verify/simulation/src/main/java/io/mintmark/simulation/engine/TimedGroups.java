package io.mintmark.simulation.engine;

import io.mintmark.storage.group.GroupStore;

/** A store of groups in virtual time: a group is written at one moment, and answered at a later one. */
public interface TimedGroups extends GroupStore {
    /** Returns after how many nanoseconds the last group is answered. */
    long answeredAfter();

    /** Takes note that the last group is answered now. */
    default void answered() {}
}
