package io.mintmark.simulation.engine;

import java.util.Set;

/**
 * A transaction whose COMMIT was sent and not answered: its rows are locked until it ends, one way or the other. Used
 * by one thread.
 */
final class InFlight {
    private final DatabaseRows stored;
    private final Change change;
    private final String lane;
    private final LaneRow before;
    private final LaneRow after;
    private final boolean commits;
    private final boolean answeredSoon;
    private final boolean visible;
    private final Set<Object> keys;
    private boolean settled;

    InFlight(
            DatabaseRows stored,
            Change change,
            String lane,
            LaneRow before,
            LaneRow after,
            boolean commits,
            boolean answeredSoon,
            boolean visible) {
        this.stored = stored;
        this.change = change;
        this.lane = lane;
        this.before = before;
        this.after = after;
        this.commits = commits;
        this.answeredSoon = answeredSoon;
        this.visible = visible;
        this.keys = change.keys();
        stored.flights.add(this);
    }

    /** Returns what the lane's row becomes if it commits. */
    LaneRow after() {
        return after;
    }

    /** Returns whether the connection comes back before its callers lose patience. */
    boolean isAnsweredSoon() {
        return answeredSoon;
    }

    /** Returns whether a plain read sees it already, although it waits for its standby still. */
    boolean isVisible() {
        return visible;
    }

    /** Returns whether it holds a row. */
    boolean holds(Object key) {
        return keys.contains(key);
    }

    /** Ends it, if it has not ended. */
    void settle() {
        if (settled) {
            return;
        }
        settled = true;
        stored.flights.remove(this);
        if (commits && before.equals(stored.lanes.get(lane))) {
            change.apply();
            stored.lanes.put(lane, after);
        }
    }

    /** Ends it without effect: its engine is gone, or is another one now. */
    void abort() {
        settled = true;
        stored.flights.remove(this);
    }
}
