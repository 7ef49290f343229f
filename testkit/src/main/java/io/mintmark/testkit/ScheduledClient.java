package io.mintmark.testkit;

import io.mintmark.testkit.ReturnSchedule.Lease;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * One client of a {@link ReturnSchedule}: the range that it issues from, the ranges fetched ahead, and ranges of a
 * dropped counter that it no longer issues from and has not returned.
 */
final class ScheduledClient {
    private static final int RANGES_MAX = 3;

    final int capacity;
    final boolean sendsToken;

    private final Deque<Held> held = new ArrayDeque<>();
    private final Deque<Held> setAside = new ArrayDeque<>();
    private long lastMax;

    /** A range that the client holds, the scope of its numbers, and the last issued one. */
    private static final class Held {
        final Lease range;
        final String scope;
        long last;

        Held(Lease range, String scope) {
            this.range = range;
            this.scope = scope;
            this.last = range.low() - 1;
        }
    }

    /** Takes a range that goes back. */
    @FunctionalInterface
    interface Returning {
        void of(Lease range, long last);
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

    void hold(Lease range, String scope) {
        held.addLast(new Held(range, scope));
        lastMax = range.high();
    }

    /** Returns whether nothing is left to issue; drops ranges that are used up. */
    boolean isEmpty() {
        while (!held.isEmpty() && held.getFirst().last == held.getFirst().range.high()) {
            held.removeFirst();
        }
        return held.isEmpty();
    }

    /** Returns the scope of the next number. */
    String scope() {
        return held.getFirst().scope;
    }

    long next() {
        return ++held.getFirst().last;
    }

    void returnNewestFirst(Returning returning) {
        while (!held.isEmpty()) {
            Held newest = held.removeLast();
            returning.of(newest.range, newest.last);
        }
        while (!setAside.isEmpty()) {
            Held newest = setAside.removeLast();
            returning.of(newest.range, newest.last);
        }
    }

    /** Goes on after the counter was dropped, with the ranges of the old one. */
    void outliveCounter(boolean issuesOn, boolean forgetsLastMax) {
        if (!issuesOn) {
            setAside.addAll(held);
            held.clear();
        }
        if (forgetsLastMax) {
            lastMax = 0;
        }
    }

    /** Forgets everything, as a client does that was killed, or closed and opened again. */
    void forgetRanges() {
        held.clear();
        setAside.clear();
        lastMax = 0;
    }
}
