package io.mintmark.server.storage.evaluation;

/**
 * The rows of one database, as the group of writes under way sees them: what one piece of work changed, the next one reads.
 *
 * <p>An engine may read and write rows as they are asked for, or fetch all of a group beforehand and write what changed
 * behind it. Used by one thread at a time.
 *
 * <p>Whatever a verb throws that is no {@link EngineException} refuses the piece of work that called it. An
 * {@link EngineException} dooms the whole group, and nothing is asked of the view after it.
 */
public interface Rows extends CounterRows, DocumentRows {
    /** From here on {@link #undo} goes back to the present state. */
    void mark();

    /** Keeps what was done since the mark. */
    void release();

    /** Forgets what was done since the mark, but for the numbers that were drawn. */
    void undo();
}
