package io.mintmark.storage.index;

import org.jspecify.annotations.Nullable;

/**
 * How far an index has come.
 *
 * @param commits how many commits it has made; the next one is refused if it builds on another number
 * @param position up to where it has read the changes of its database, or null before the first
 * @param clearing whether its rows and outputs are being removed, before it begins anew or is gone
 */
public record IndexProgress(long commits, @Nullable String position, boolean clearing) {
    /** Where an index starts. */
    public static final IndexProgress NONE = new IndexProgress(0, null, false);

    /** Returns the progress after one more commit that reaches {@code position}. */
    public IndexProgress reaching(@Nullable String position) {
        return new IndexProgress(commits + 1, position, false);
    }

    /** Returns the progress after one more commit that removes rows. */
    public IndexProgress clearingOn() {
        return new IndexProgress(commits + 1, null, true);
    }
}
