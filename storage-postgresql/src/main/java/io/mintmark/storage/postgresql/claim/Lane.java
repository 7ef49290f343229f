package io.mintmark.storage.postgresql.claim;

import java.sql.SQLException;
import java.util.Arrays;

/**
 * What a node writes to a database apart from the rest, in an order of its own: each lane has a writer, a connection,
 * and a row that its transactions end in. A slow one keeps nobody of the other lane waiting.
 */
public enum Lane {
    /** HiLo counters and identities. */
    COUNTERS("counters", "counters"),
    /** Documents, and what a client puts beside the number of a HiLo document. */
    DOCUMENTS("documents", "writer");

    private final String column;
    private final String threadName;

    Lane(String column, String threadName) {
        this.column = column;
        this.threadName = threadName;
    }

    /** Returns the lane that a row names. */
    public static Lane of(String column) throws SQLException {
        return Arrays.stream(values())
                .filter(lane -> lane.column.equals(column))
                .findFirst()
                .orElseThrow(() -> new SQLException("the table node_state has a lane that nobody knows: " + column));
    }

    /** Returns its name in rows. */
    public String column() {
        return column;
    }

    /** Returns what its writer's thread is called. */
    public String threadName() {
        return threadName;
    }
}
