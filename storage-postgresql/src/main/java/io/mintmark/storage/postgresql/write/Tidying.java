package io.mintmark.storage.postgresql.write;

import java.sql.Connection;
import java.sql.SQLException;

/** What a lane forgets between two groups, a slice at a time. Used by the lane's writer only. */
interface Tidying {
    /** Rows that are forgotten at once. */
    int SLICE = 1_000;

    /** Returns whether a slice may be there that is old enough. */
    boolean isDue();

    /** Forgets the next slice; commits. */
    void forgetSome(Connection connection) throws SQLException;

    /** Takes note that it did not work: another node may be at it, and it can wait. */
    void failed();
}
