package io.mintmark.storage.postgresql.claim;

import io.mintmark.storage.sql.Statements;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** How far the lanes of all nodes are in some databases, as the store shows it. Not safe for several threads. */
final class StoredLanes {
    private static final String ALL =
            "SELECT d.database_id, d.name, d.incarnation, s.node IS NOT NULL, " + WriterProgress.COLUMNS
                    + " FROM database d LEFT JOIN node_state s ON s.database = d.number WHERE d.database_id = ANY(?)";

    private final Map<String, Database> databases = new HashMap<>();
    private final Map<WitnessedProgress.Key, WriterProgress> written = new HashMap<>();

    private StoredLanes() {}

    /** A database that is there. */
    record Database(String name, long incarnation) {}

    static StoredLanes read(Connection connection, Collection<String> databaseIds) throws SQLException {
        StoredLanes lanes = new StoredLanes();
        int ignored = Statements.rows(connection, lanes::add, ALL, (Object) databaseIds.toArray(String[]::new))
                .size();
        return lanes;
    }

    private String add(ResultSet row) throws SQLException {
        String id = row.getString(1);
        databases.put(id, new Database(row.getString(2), row.getLong(3)));
        if (row.getBoolean(4)) {
            WriterProgress lane = WriterProgress.of(row, 5);
            written.put(new WitnessedProgress.Key(id, lane.writer()), lane);
        }
        return id;
    }

    /** Returns the database of that id; empty if it was deleted. */
    Optional<Database> database(String id) {
        return Optional.ofNullable(databases.get(id));
    }

    /** Returns how far a lane is; at nothing if it has no row. */
    WriterProgress of(WitnessedProgress.Key key) {
        return written.getOrDefault(key, new WriterProgress(key.writer(), 0, 0, 0, 0));
    }
}
