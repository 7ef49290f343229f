package io.mintmark.simulation.plan;

/** What kind of engine is behind the nodes. */
public enum Shape {
    /** One writer, one file, groups that share a sync. */
    SQLITE,
    /** Several nodes, transactions over rows, claims with an epoch, numbers reserved ahead. */
    POSTGRESQL,
    /** Several nodes, and no transaction beyond one row, which is compared and set. */
    ONE_ROW;

    /** Returns whether several nodes share it. */
    public boolean isShared() {
        return this != SQLITE;
    }
}
