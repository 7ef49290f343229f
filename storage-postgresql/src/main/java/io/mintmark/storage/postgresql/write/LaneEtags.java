package io.mintmark.storage.postgresql.write;

import java.util.Arrays;

/**
 * The etags that a lane draws. A group that was undone draws the same ones again, so that it makes the same ids: what
 * another node's insert stood in the way of is then known by its key ({@link MissedKeys}). Used by the lane's writer
 * only.
 */
final class LaneEtags {
    private static final int ROOM = 16;

    private final NodeEtags line;
    /** Drawn, and committed by nobody yet; the first {@link #used} of them are the present group's. */
    private long[] drawn = new long[ROOM];

    private int size;
    private int used;

    LaneEtags(NodeEtags line) {
        this.line = line;
    }

    /** Begins a group. */
    void begin() {
        used = 0;
        if (size > 0 && drawn[0] <= line.lifted()) {
            size = 0;
        }
    }

    /** Returns the next one, which is above all that this lane committed. */
    long draw() {
        if (used == size) {
            if (size == drawn.length) {
                drawn = Arrays.copyOf(drawn, 2 * size);
            }
            drawn[size++] = line.next();
        }
        return drawn[used++];
    }

    /** Takes note that the present group was committed. */
    void committed() {
        long[] rest = Arrays.copyOfRange(drawn, used, size);
        size = rest.length;
        used = 0;
        drawn = Arrays.copyOf(rest, Math.max(ROOM, size));
    }
}
