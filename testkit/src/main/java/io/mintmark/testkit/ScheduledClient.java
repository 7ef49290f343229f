package io.mintmark.testkit;

import io.mintmark.range.OpenLease;
import java.util.ArrayDeque;
import java.util.Deque;

/** One client of a {@link ReturnSchedule}: the range it issues from first, what it fetched ahead behind it. */
final class ScheduledClient {
    private static final int RANGES_MAX = 3;

    final int capacity;
    final boolean sendsToken;

    private final Deque<Held> held = new ArrayDeque<>();
    private long lastMax;

    /** A range in the client's hands, and the last number issued of it. */
    private static final class Held {
        final OpenLease range;
        long last;

        Held(OpenLease range) {
            this.range = range;
            this.last = range.low() - 1;
        }
    }

    /** What happens to a range that goes back. */
    @FunctionalInterface
    interface Returning {
        void of(OpenLease range, long last);
    }

    ScheduledClient(int capacity, boolean sendsToken) {
        this.capacity = capacity;
        this.sendsToken = sendsToken;
    }

    long lastMax() {
        return lastMax;
    }

    /** Only a client with tokens fetches ahead; the others hold one range at a time. */
    boolean mayFetchAhead() {
        return held.isEmpty() || (sendsToken && held.size() < RANGES_MAX);
    }

    void hold(OpenLease range) {
        held.addLast(new Held(range));
        lastMax = range.high();
    }

    /** Tells whether nothing is left to issue; ranges that are used up are let go. */
    boolean isEmpty() {
        while (!held.isEmpty() && held.getFirst().last == held.getFirst().range.high()) {
            held.removeFirst();
        }
        return held.isEmpty();
    }

    long next() {
        return ++held.getFirst().last;
    }

    void returnNewestFirst(Returning returning) {
        while (!held.isEmpty()) {
            Held newest = held.removeLast();
            returning.of(newest.range, newest.last);
        }
    }

    /** What a client knows that was killed, or closed and opened again: nothing. */
    void forgetRanges() {
        held.clear();
        lastMax = 0;
    }
}
