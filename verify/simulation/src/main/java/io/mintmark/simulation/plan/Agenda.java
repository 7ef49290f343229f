package io.mintmark.simulation.plan;

import java.util.PriorityQueue;

/**
 * Virtual time, and what is to happen when. Events of one moment happen in the order in which they were planned, so a
 * run repeats itself. Used by one thread.
 */
public final class Agenda {
    /** Nanoseconds of a millisecond. */
    public static final long MILLI = 1_000_000;
    /** Nanoseconds of a second. */
    public static final long SECOND = 1_000_000_000;

    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private long now;
    private long order;
    private long done;

    private record Event(long time, long order, Runnable what) implements Comparable<Event> {
        @Override
        public int compareTo(Event other) {
            return time == other.time ? Long.compare(order, other.order) : Long.compare(time, other.time);
        }
    }

    /** Returns nanoseconds since the run began. */
    public long now() {
        return now;
    }

    /** Returns how many events have happened. */
    public long done() {
        return done;
    }

    /** Plans {@code what} for a moment, or for now if that is over. */
    public void at(long time, Runnable what) {
        events.add(new Event(Math.max(time, now), order++, what));
    }

    /** Plans {@code what} for so many nanoseconds from now. */
    public void in(long delay, Runnable what) {
        at(now + delay, what);
    }

    /** Lets the next event happen; returns false if there is none. */
    public boolean runNext() {
        Event next = events.poll();
        if (next == null) {
            return false;
        }
        now = Math.max(now, next.time);
        done++;
        next.what.run();
        return true;
    }

    /**
     * Lets everything happen that is planned up to {@code time}, and returns then. An event may call it: that is how
     * one actor waits while the others go on.
     */
    public void runUntil(long time) {
        while (!events.isEmpty() && events.peek().time <= time) {
            boolean ignored = runNext();
        }
        now = Math.max(now, time);
    }
}
