package io.mintmark.storage.sqlite.file;

import java.sql.SQLException;

/** How a writer learns that another server opened the same file since it did, so that it may write no more. */
public final class FencedOut {
    private static final String LOST = "MMFEN";

    private FencedOut() {}

    /** Returns what ends the transaction of a writer that is no longer the owner. */
    public static SQLException failure() {
        return new SQLException("another server opened its file", LOST);
    }

    /** Returns whether {@code cause} says that the file has another owner. */
    public static boolean is(Throwable cause) {
        return cause instanceof SQLException e && LOST.equals(e.getSQLState());
    }
}
