package io.mintmark.rules.broken.server.indexes.rows;

/** Breaks, by this field, a rule that names it. */
public final class RowsUseReduce {
    final io.mintmark.rules.broken.server.indexes.reduce.Room forbidden =
            new io.mintmark.rules.broken.server.indexes.reduce.Room();
}
