package io.mintmark.hilo.supply;

import io.mintmark.range.Range;

/**
 * Measures how fast numbers are issued and how slow the source is, and plans by that how long the next range should be
 * and when it is due.
 *
 * <p>A range is sized in <em>time</em>: the numbers of {@link #SPAN_NANOS} at the present rate, and at least those of
 * {@value #LATENCIES} reservations, so that little of the time is spent reserving; a crash then costs the numbers of a
 * bounded time. A blocked caller shows that the rate was underestimated: the next range is {@value #GROWTH} times the
 * last.
 *
 * <p><b>A burst is no rate</b>, and looks like one. So no more numbers are reserved and not issued than were issued
 * lately ({@link RecentlyIssued}), and two first ranges: at most half of the numbers reserved stay unused beside those.
 * A load that goes on is not held back by that, since {@link #latelyNanos} are several times what its ranges last.
 *
 * <p><b>Numbers that cannot go back</b>, since their ranges have no token, are lost when the generator closes. So at
 * most a {@value #PART_AHEAD}nd of all that were ever issued is reserved ahead, beside two first ranges: a program that
 * ends after a second loses few, and one that goes on has all that the slack asks for within seconds. More is reserved
 * only where {@value #LEAD_LATENCIES} reservations take longer than these last, or for a caller that waits.
 *
 * <p>Not thread-safe; guarded by the supply's lock.
 */
final class RangePlanner {
    /** How long one range should last, if the source is quick. */
    static final long SPAN_NANOS = 40_000_000;

    private static final int LATENCIES = 16;
    private static final int GROWTH = 4;

    /** A range is at most this many times as long as the last, however fast numbers flow. */
    private static final int GROWTH_MAX = 8;

    /** Longest that the numbers of one range may last at the measured rate: the cap in time. */
    private static final double CAP_NANOS = 250_000_000;

    /**
     * Time that the next range must cover beside the source's latency: sleeping, waking, and a machine that stands
     * still for a moment, after which all delayed calls come at once.
     */
    private static final double SLACK_NANOS = 100_000_000;

    /** Shortest time over which issued numbers are counted. */
    private static final long LATELY_NANOS_MIN = 1_000_000_000;

    private static final double RISING = 0.7;
    private static final double FALLING = 0.15;
    private static final double LATENCY_WEIGHT = 0.25;

    /** Reservations that the numbers at hand must outlast. */
    private static final int LEAD_LATENCIES = 3;

    /** One of so many parts of the numbers ever issued is reserved ahead, where none goes back. */
    private static final int PART_AHEAD = 32;

    private final long first;
    private final long most;
    private final RecentlyIssued lately = new RecentlyIssued();
    private double perNano;
    private double latencyNanos = 1_000_000;
    private long lastSize;
    private boolean callersBlocked;

    /** Whether a range that nobody used can go back; the latest range shows it. */
    private boolean goesBack = true;

    /** Longest block that a caller wanted and did not get: the next ranges have room for it, up to {@link #most}. */
    private long largestBlock = 1;

    /** Longest block that a caller still waits for: the next range has room for it, beyond {@link #most} if need be. */
    private long waitingBlock = 1;

    RangePlanner(long first, long most) {
        this.first = first;
        this.most = most;
        this.lastSize = 0;
    }

    /** Takes note of numbers issued in a time; fast up, slow down, so that a pause between bursts is not forgotten. */
    void observeIssued(long count, long nanos) {
        if (nanos > 0) {
            double sample = (double) count / nanos;
            perNano += (sample > perNano ? RISING : FALLING) * (sample - perNano);
        }
    }

    /** Takes note of how many numbers were ever issued. */
    void observeAll(long everIssued, long now) {
        lately.observe(now, everIssued, latelyNanos());
    }

    /** A range of a slow source lasts long, and must not look like a burst. */
    private long latelyNanos() {
        return Math.max(LATELY_NANOS_MIN, (long) (2 * LATENCIES * latencyNanos + leadNanos()));
    }

    /** The time that a used-up segment lasted is the newest measurement of the rate there is. */
    void observeIssued(Segment used, long now) {
        observeIssued(used.issued(), Math.max(1, now - used.startedNanos));
    }

    /** Takes note of a caller that used a segment up. A segment that went back lasted no time, which is no rate. */
    void observeAtEnd(Segment used, int count, long now) {
        if (used.issued() > 0) {
            observeIssued(used, now);
        }
        observeBlocked(count);
    }

    /** Takes note of a caller that waits for {@code count} numbers. */
    void observeBlocked(long count) {
        callersBlocked = true;
        largestBlock = Math.max(largestBlock, count);
        waitingBlock = Math.max(waitingBlock, count);
    }

    /** Takes note that callers go on with a new range. */
    void observeSupplied() {
        callersBlocked = false;
    }

    /** Takes note that nothing is issued: callers that come after an idle time may want other blocks. */
    void observeIdle() {
        largestBlock = 1;
        waitingBlock = 1;
    }

    void observeLatency(long nanos) {
        double weight = nanos > latencyNanos ? 2 * LATENCY_WEIGHT : LATENCY_WEIGHT;
        latencyNanos += weight * (nanos - latencyNanos);
    }

    void observeGranted(Range range) {
        lastSize = range.size();
        goesBack = range.hasToken();
    }

    /** Returns how many more numbers may be reserved while {@code left} are. */
    private long room(long left) {
        return ahead() + 2 * first - left;
    }

    private long ahead() {
        long issued = lately.issued();
        if (goesBack || callersBlocked) {
            return issued;
        }
        double needed = lately.perNano() * LEAD_LATENCIES * latencyNanos;
        return (long) Math.min(issued, Math.max((double) lately.everIssued() / PART_AHEAD, needed));
    }

    /** Returns whether a range may be reserved while {@code left} numbers are and nobody waits. */
    boolean hasRoom(long left) {
        return room(left) >= Math.min(most, Math.max(first, largestBlock));
    }

    /**
     * Returns how many numbers to ask for now, while {@code left} are reserved; once they are asked for, a block that a
     * caller waits for has room.
     */
    long planSize(long left) {
        long size = nextSize(left);
        waitingBlock = 1;
        return size;
    }

    /** Returns how many numbers to ask for now, while {@code left} are reserved. */
    long nextSize(long left) {
        long bounded = Math.max(Math.min(sizeInTime(), room(left)), Math.min(first, most));
        return Math.max(Math.min(Math.max(bounded, largestBlock), most), waitingBlock);
    }

    private long sizeInTime() {
        if (lastSize == 0) {
            return first;
        }
        double wanted =
                Math.min(perNano * Math.max(SPAN_NANOS, LATENCIES * latencyNanos), (double) lastSize * GROWTH_MAX);
        if (callersBlocked) {
            wanted = Math.max(wanted, Math.min((double) lastSize * GROWTH, Math.max(first, perNano * CAP_NANOS)));
        }
        return (long) Math.min(most, Math.max(wanted, first));
    }

    /** Returns how many nanoseconds {@code left} numbers last; for ever if nothing is issued. */
    double lasts(long left) {
        return perNano <= 0 ? Double.POSITIVE_INFINITY : left / perNano;
    }

    /** Returns how many nanoseconds before the numbers end the next range must be asked for. */
    double leadNanos() {
        return LEAD_LATENCIES * latencyNanos + SLACK_NANOS;
    }

    /** Returns how many nanoseconds after asking a range is there, in all likelihood. */
    double answerNanos() {
        return 2 * latencyNanos;
    }

    /** Returns the measured rate, in numbers a second. */
    double perSecond() {
        return perNano * 1e9;
    }
}
