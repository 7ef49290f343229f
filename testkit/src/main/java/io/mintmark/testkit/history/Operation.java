package io.mintmark.testkit.history;

import java.util.Locale;

/**
 * One operation of a process, from its invocation to its completion.
 *
 * <p>Immutable.
 *
 * @param number its place among the invocations of the history, from 1
 * @param process the name of the process that invoked it
 * @param act what it asked for
 * @param began when it was invoked, in ns since the recording began
 * @param ended when it was completed, in ns since the recording began; {@link #NEVER} if its outcome is unknown
 * @param outcome what became of it
 */
public record Operation(long number, String process, Act act, long began, long ended, Outcome outcome) {
    /** The end of an operation that may still have an effect at any time. */
    public static final long NEVER = Long.MAX_VALUE;

    private static final double NANOS = 1e9;

    /** Returns whether it was complete before {@code other} was invoked. */
    public boolean precedes(Operation other) {
        return ended < other.began;
    }

    /** Returns one line: number, process, instants, act and outcome. */
    @Override
    public String toString() {
        String end = ended == NEVER ? "..." : seconds(ended);
        return "#" + number + " " + process + " [" + seconds(began) + ", " + end + "] " + act + " -> " + outcome;
    }

    private static String seconds(long nanos) {
        return String.format(Locale.ROOT, "%.6f s", nanos / NANOS);
    }
}
