package io.mintmark.cassandra;

import io.mintmark.counter.ExhaustedException;
import io.mintmark.range.RangeSourceException;

/** What is said when a counter cannot do what it was asked. */
final class CounterTexts {
    private CounterTexts() {}

    static UnsafeCounterException wentBack(String counter, long max, long held) {
        return new UnsafeCounterException("The counter " + counter + " went back: its max is " + max
                + ", but this process reserved numbers up to " + held
                + " and did not give them back. Something else than a lightweight transaction set it, or an older copy"
                + " was restored: raise it above every number that is in use, with raise(...).");
    }

    static UnsafeCounterException isGone(String counter) {
        return new UnsafeCounterException("The row of the counter " + counter
                + " is gone; it was there when the counter was opened, and rows of counters are never deleted. Open the"
                + " counter anew and raise it above every number that is in use.");
    }

    static UnsafeCounterException writtenOtherwise(String counter, String how) {
        return new UnsafeCounterException("The counter " + counter + " was written by something else than a lightweight"
                + " transaction: " + how + ". Such writes win over lightweight transactions or lose against them by"
                + " their clocks, so numbers may come twice. Stop all programs that use it, and set it by one statement"
                + " with IF EXISTS: max above every number in use, serial one higher than it is, request = uuid().");
    }

    static UnsafeCounterException ignored(String counter) {
        return new UnsafeCounterException(
                "The counter " + counter + " got no answer, and the retry policy of its session"
                        + " ignores failures, so that numbers would be given which nobody reserved: no number of this call is"
                        + " used. Give counters a session whose policy throws failures, as the driver's default does.");
    }

    static ExhaustedException beyondItsCeiling(String counter, long atLeast, long ceiling) {
        return new ExhaustedException("The counter " + counter + " cannot be raised beyond its ceiling: atLeast="
                + atLeast + ", ceiling=" + ceiling + "; choose a lower number, or another ceiling.");
    }

    static RangeSourceException refused(String counter, String verb, Throwable why) {
        return new RangeSourceException(
                "The counter " + counter + " could not " + verb + ": " + why.getMessage() + ".", why);
    }

    static RangeSourceException unanswered(String counter, String verb, int attempts, Throwable last) {
        return new RangeSourceException(
                "The counter " + counter + " could not " + verb + ": no answer that could be relied on in " + attempts
                        + " attempts, at last " + told(last) + ". What was asked may happen yet; its numbers are a gap."
                        + " Check that most replicas of the row are up.",
                last);
    }

    static RangeSourceException returnUnknown(String counter) {
        return new RangeSourceException("The counter " + counter + " could not give back: the answer was lost, and"
                + " others moved the counter before it was looked at; the numbers count as a gap.");
    }

    static RangeSourceException late(String counter, String verb, long millis) {
        return new RangeSourceException("The counter " + counter + " could not " + verb + " within " + millis
                + " ms, its deadline; numbers that are reserved all the same are a gap. Check that most replicas of the"
                + " row are up, or set a longer deadline.");
    }

    private static String told(Throwable failure) {
        String message = failure.getMessage();
        return failure.getClass().getSimpleName() + (message == null ? "" : " (" + message + ")");
    }
}
