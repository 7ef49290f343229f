package io.mintmark.range;

import io.mintmark.internal.Backoff;
import org.jspecify.annotations.Nullable;

/**
 * The one range on its way, the calls of the source for it, and how long a source rests that failed.
 *
 * <p><b>A source that does not answer.</b> Once a deadline has passed without an answer, whoever needs the range has the
 * source asked once more for it, as long as fewer than {@value #ATTEMPTS_MAX} calls are under way: one connection that hangs
 * must not end a generator. The first answer is the range that was waited for, and ends the flight; what comes later never
 * gets in stock, so that no caller sees it, and goes back or is burnt. So ranges come one after the other even then: the
 * next one is asked for when the last one has come, and numbers increase if the source's ranges do. There is always room to
 * ask for the next range, for a flight ends only together with one of the calls under way.
 *
 * <p><b>Failures.</b> That the source did not answer in time counts as one; what becomes later of a call that another one
 * followed does not. Whoever asks ahead of need asks a source that failed more and more seldom.
 *
 * <p>Not thread-safe; guarded by the supply's lock.
 */
final class Flight {
    /** Most calls of the source under way at once: all but one were not answered within a deadline. */
    static final int ATTEMPTS_MAX = 3;

    private static final Backoff REST_NANOS = new Backoff(10_000_000, 7);

    private final Deadline deadline;

    private @Nullable Fetch inFlight;
    private int attempts;
    private int failuresInARow;
    private long restUntilNanos;

    Flight(Deadline deadline) {
        this.deadline = deadline;
    }

    /** Returns the range on its way, if there is one. */
    @Nullable Fetch inFlight() {
        return inFlight;
    }

    /** Notes the range that is on its way from now on. */
    Fetch begin(long wanted) {
        Fetch fetch = new Fetch(wanted);
        inFlight = fetch;
        return fetch;
    }

    /** Tells whether a range is on its way and not overdue. */
    boolean isUnderWay(long now) {
        return inFlight != null && !inFlight.isDue(now, deadline);
    }

    boolean isOf(Attempt attempt) {
        return inFlight == attempt.fetch;
    }

    /** Returns the call of the source that is due for a range on its way, or null if one is under way. */
    @Nullable Attempt due(Fetch fetch, long now) {
        if (attempts == ATTEMPTS_MAX || !fetch.isDue(now, deadline)) {
            return null;
        }
        attempts++;
        return fetch.attempt(now);
    }

    /** Counts an attempt no longer. */
    void end(Attempt attempt) {
        if (!attempt.ended) {
            attempt.ended = true;
            attempts--;
        }
    }

    /** Takes note that the range has come. */
    void land() {
        inFlight = null;
        failuresInARow = 0;
    }

    /** Ends an attempt that failed, and tells whether the flight ends with it. */
    boolean fail(Attempt attempt, long now) {
        end(attempt);
        if (!isOf(attempt) || !attempt.fetch.isLatest(attempt)) {
            return false;
        }
        inFlight = null;
        rest(now);
        return true;
    }

    /** Takes note that a caller waited in vain, and tells whether that shows a source that did not answer in time. */
    boolean noticeUnanswered(Fetch fetch, long now) {
        if (inFlight != fetch || !fetch.noticeUnanswered(now, deadline)) {
            return false;
        }
        rest(now);
        return true;
    }

    private void rest(long now) {
        restUntilNanos = now + REST_NANOS.after(failuresInARow++);
    }

    /** Tells whether a source that failed is left alone for now. */
    boolean rests(long now) {
        return failuresInARow > 0 && now - restUntilNanos < 0;
    }
}
