package io.mintmark.storage.sqlite.write;

import io.mintmark.internal.Ticker;
import io.mintmark.storage.write.AnswerLimits;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Which answers to repeated requests may be forgotten, by their sequence; see {@link AnswerLimits}. Used by the writer
 * thread only.
 *
 * <p>The age of an answer is counted while its database is open: those that were there before are as young as the
 * opening.
 */
final class AnswerAges {
    private static final int MARKS_AN_AGE = 24;

    private final AnswerLimits limits;
    private final Ticker ticker;
    /** The latest answer at some moments, the oldest one first. */
    private final Deque<Mark> marks = new ArrayDeque<>();

    private long old;

    private record Mark(long nanos, long sequence) {}

    AnswerAges(AnswerLimits limits, Ticker ticker) {
        this.limits = limits;
        this.ticker = ticker;
    }

    /** Takes note of the latest answer; returns up to which sequence they may be forgotten. */
    long forgettable(long latest) {
        long now = ticker.nanos();
        if (marks.isEmpty() || now - marks.getLast().nanos() >= limits.age().toNanos() / MARKS_AN_AGE) {
            marks.addLast(new Mark(now, latest));
        }
        while (now - marks.getFirst().nanos() >= limits.age().toNanos()) {
            old = marks.removeFirst().sequence();
        }
        return Math.max(Math.min(latest - limits.kept(), old), latest - limits.most());
    }
}
