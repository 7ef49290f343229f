package io.mintmark.storage.lifecycle;

import java.util.List;

/** Where databases move from; nobody else uses it meanwhile. Used by one thread. */
public interface MoveSource extends AutoCloseable {
    /** Takes one row: texts, longs and arrays of bytes, as the table's columns say. */
    @FunctionalInterface
    interface Rows {
        void take(Object[] row);
    }

    /** Returns all databases. */
    List<MovedDatabase> databases();

    /** Returns where databases begin that are created there from now on, and so begin here, too. */
    long firstMax();

    /** Returns the indexes of a database; what they could not evaluate does not move. */
    MovedIndexes indexes(MovedDatabase database);

    /** Returns how many rows a table of a database has. */
    long count(MovedDatabase database, MovedTable table);

    /** Reads all rows of a table of a database. */
    void read(MovedDatabase database, MovedTable table, Rows rows);

    /** Reads all rows of a table that belongs to no database. */
    void readShared(MovedTable table, Rows rows);

    @Override
    void close();
}
