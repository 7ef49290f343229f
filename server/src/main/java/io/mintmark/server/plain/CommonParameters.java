package io.mintmark.server.plain;

import io.mintmark.counter.Reservation;
import io.mintmark.protocol.ErrorType;
import io.mintmark.protocol.Headers;
import io.mintmark.server.numbers.DatabaseNumbers;
import io.mintmark.web.http.ApiException;

/** Parameters that several routes take, and what is asked of them alike. Stateless. */
final class CommonParameters {
    /** Entries of a page where nobody asks for more or fewer. */
    static final int PAGE_USUAL = 100;

    static final PlainParameter DB = PlainParameter.part("db", "The database.");
    static final PlainParameter COUNTER = PlainParameter.part(
            "counter", "The counter, which its ids begin with; without a /, which no path carries.");
    static final PlainParameter IDENTITY = PlainParameter.part(
            "identity", "The identity, which its ids begin with; without a /, which no path carries.");
    static final PlainParameter KEY = PlainParameter.key(
            Headers.IDEMPOTENCY_KEY,
            "Whoever sends the same request with the same key again gets the answer of the first time.");
    static final PlainParameter AFTER =
            PlainParameter.text("after", "Leaves out this name and all before it: what the page before says as next.");
    static final PlainParameter LIMIT = PlainParameter.number(
            "limit", 1, 1_000, "How many entries the page has at most; " + PAGE_USUAL + " unless given.");
    static final PlainParameter TO = PlainParameter.number(
                    "to", 0, DatabaseNumbers.ceiling(), "The number to count as taken, with all below it.")
            .asRequired();

    static final PlainParameter LEAP = PlainParameter.flag(
            "leap", "Whether more than 2^32 (" + Reservation.LEAP_MAX + ") numbers are meant to be passed over.");

    private CommonParameters() {}

    /** Refuses what lies above the {@code ceiling} of a store whose counters end lower than others do. */
    static void requireBelow(CheckedRequest asked, long ceiling) {
        long to = asked.number(TO.name(), 0);
        if (to > ceiling) {
            throw new ApiException(
                    ErrorType.ARGUMENT,
                    "to must be 0 to " + ceiling + ": to=" + to
                            + "; the numbers above are of slices, which nodes hand out while they are cut off");
        }
    }

    /**
     * Refuses a leap that nobody said is meant: most of them are a slip, and no number that was passed comes back. What
     * stands higher by now leaps less, so the last look at it is good enough.
     *
     * @param stands where it stands
     */
    static void requireNoLeap(CheckedRequest asked, long stands) {
        long to = asked.number(TO.name(), 0);
        if (to - stands > Reservation.LEAP_MAX && !asked.flag(LEAP.name())) {
            throw new ApiException(
                    ErrorType.LEAP,
                    "It stands at " + stands + ", and to=" + to + " would pass over " + (to - stands)
                            + " numbers, which never come back: more than " + Reservation.LEAP_MAX
                            + " (2^32) are seldom meant. If these are, add leap=true.");
        }
    }
}
