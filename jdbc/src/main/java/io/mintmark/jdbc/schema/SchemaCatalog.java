package io.mintmark.jdbc.schema;

import io.mintmark.jdbc.database.SequenceState;
import io.mintmark.jdbc.database.SqlName;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;

/** The catalog of one kind of database. */
interface SchemaCatalog {

    /**
     * Reads the keys and the sequences of schemas; changes nothing.
     *
     * @param schemas the schemas; empty for all but the system's
     */
    SchemaView read(Connection connection, Set<String> schemas) throws SQLException;

    /**
     * Returns the state of a sequence whose sessions hold values, with the first value that no session holds in the
     * place of the next; unchanged where nothing shows that.
     */
    default SequenceState behindCaches(Connection connection, SqlName sequence, SequenceState state)
            throws SQLException {
        return state;
    }
}
