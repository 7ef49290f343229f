package io.mintmark.storage.lifecycle;

/** Hears what a check of stored data finds, each in one line that names the place. Used by one thread. */
public interface Findings extends Progress {

    /** Something is lost, changed since it was written, or keeps a server from opening it. */
    void damage(String text);

    /** Something an operator should know that takes nothing away from the data. */
    void warning(String text);

    /** Something could not be looked at, so nothing is known of it. */
    void unchecked(String text);
}
