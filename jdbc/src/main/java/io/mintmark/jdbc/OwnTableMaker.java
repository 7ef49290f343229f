package io.mintmark.jdbc;

import io.mintmark.jdbc.database.CounterRightsException;
import io.mintmark.jdbc.database.Dialect;
import io.mintmark.jdbc.database.SqlName;
import io.mintmark.jdbc.internal.JdbcSecrets;
import io.mintmark.jdbc.internal.store.Spelling;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/** Makes our own table where it is missing, in its schema as the database spells that. Used once, by one thread. */
final class OwnTableMaker {
    private final Connection connection;
    private final Dialect dialect;
    private final String who;

    /** A maker for {@code who}, which the message of a refusal begins with. */
    OwnTableMaker(Connection connection, Dialect dialect, String who) {
        this.connection = connection;
        this.dialect = dialect;
        this.who = who;
    }

    /** Makes the table, or finds that somebody else did meanwhile. */
    void make(SqlName table) throws SQLException {
        @Nullable SQLException refused = null;
        for (String schema : Spelling.ofSchema(table.schema())) {
            try {
                create(table.inSchema(schema));
                return;
            } catch (SQLException e) {
                if (dialect.isWorthRepeating(e)) {
                    throw e;
                }
                refused = refused == null ? e : refused;
                if (!dialect.isNotThere(e)) {
                    break;
                }
            }
        }
        throw refused(table, refused == null ? "" : JdbcSecrets.told(refused));
    }

    private void create(SqlName table) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(dialect.ownTable(dialect.quote(table)));
        } catch (SQLException e) {
            if (!dialect.isAlreadyThere(e)) {
                throw e;
            }
        }
    }

    private CounterRightsException refused(SqlName table, String why) {
        return new CounterRightsException(who + " needs the table " + table
                + ", which is not there, and this login may not make it: " + why
                + "; name a schema where it may (JdbcRanges.schema, or the setting \"schema\" of Hibernate and Spring), have"
                + " its owner run what JdbcRanges.tableDefinition() returns, or connect to the primary");
    }
}
