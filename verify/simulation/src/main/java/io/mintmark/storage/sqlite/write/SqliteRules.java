package io.mintmark.storage.sqlite.write;

import io.mintmark.internal.Ticker;
import io.mintmark.storage.write.AnswerLimits;
import org.jspecify.annotations.Nullable;

/** SQLite's rules that are not bound to a file: which answers may be forgotten, and how far a commit moves numbers. */
public final class SqliteRules {
    /** How far numbers are raised after a crash whose last commit is in doubt. */
    public static final long DOUBT = GroupAdvance.MAX;

    private final AnswerAges ages;
    private final GroupAdvance advance = new GroupAdvance();

    /** Counts the age of answers by {@code ticker}. */
    public SqliteRules(AnswerLimits limits, Ticker ticker) {
        ages = new AnswerAges(limits, ticker);
    }

    /** Takes note of the latest answer; returns up to which one they may be forgotten. */
    public long forgettable(long latest) {
        return ages.forgettable(latest);
    }

    /** Takes note of how far a piece of work moved a number; {@code before} is null if it is new. */
    public void moved(String key, @Nullable Long before, long now) {
        if (before == null) {
            advance.added();
        } else {
            advance.moved(key, before, now);
        }
    }

    /** Returns whether the group that ends is followed by a second commit, so that it is never the last. */
    public boolean endGroup() {
        return advance.endGroup();
    }
}
