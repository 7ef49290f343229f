package io.mintmark.jdbc.schema;

import io.mintmark.MintmarkException;
import io.mintmark.jdbc.database.ColumnType;
import io.mintmark.jdbc.database.CounterAccess;
import io.mintmark.jdbc.database.Dialect;
import io.mintmark.jdbc.internal.WholeNumber;
import io.mintmark.jdbc.internal.store.RowSpelling;
import io.mintmark.jdbc.schema.SchemaReport.NotJudged;
import io.mintmark.jdbc.schema.SchemaView.KeyColumn;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Reads the highest id of a key by an index that begins with it, and never by reading a table.
 *
 * <p>Rows that were deleted at the end of an index may make even that slow, so that a query is given up after
 * {@value #SECONDS_MAX} seconds.
 */
final class HighestIds implements PlaceJudge.Neighbours {
    static final int SECONDS_MAX = 10;

    private final Connection connection;
    private final Dialect dialect;

    HighestIds(Connection connection, Dialect dialect) {
        this.connection = connection;
        this.dialect = dialect;
    }

    /**
     * Returns the ids of a key, or why nobody looked.
     *
     * @throws SQLException if the connection is lost
     */
    KeyIds of(KeyColumn key) throws SQLException {
        if (!key.hidden().isEmpty()) {
            return KeyIds.unseen(0, key.hidden());
        }
        try {
            ColumnType type = type(key);
            if (!type.isWhole()) {
                return KeyIds.unseen(0, "its type " + type.name() + " is for no whole numbers");
            }
            return key.indexed()
                    ? read(key, type.largest())
                    : KeyIds.unseen(
                            type.largest(),
                            "no index begins with it, so nobody looked for its highest id: that would read the whole"
                                    + " table");
        } catch (SQLException e) {
            return KeyIds.unseen(0, NotJudged.told(e));
        } catch (MintmarkException | IllegalArgumentException e) {
            return KeyIds.unseen(0, String.valueOf(e.getMessage()));
        }
    }

    private ColumnType type(KeyColumn key) throws SQLException {
        CounterAccess.Row column = CounterAccess.Row.of(
                        key.name().table().name(), key.name().column(), Map.of())
                .named(key.name().table());
        return RowSpelling.require(connection, dialect, column, "the ids of " + key)
                .type();
    }

    private KeyIds read(KeyColumn key, long largest) throws SQLException {
        String sql = "SELECT MAX(" + dialect.quote(key.name().column()) + ") FROM "
                + dialect.quote(key.name().table());
        Optional<Object> highest = one(sql);
        OptionalLong id = highest.map(WholeNumber::of).orElse(OptionalLong.empty());
        return highest.isPresent() && id.isEmpty()
                ? KeyIds.unseen(largest, "its highest id " + highest.get() + " is no whole number up to 2^63-1")
                : new KeyIds(id, largest, "");
    }

    @Override
    public OptionalLong atOrAbove(KeyColumn key, long number) throws SQLException {
        return beside("MIN", key, " >= " + number);
    }

    @Override
    public OptionalLong below(KeyColumn key, long number) throws SQLException {
        return beside("MAX", key, " < " + number);
    }

    private OptionalLong beside(String which, KeyColumn key, String where) throws SQLException {
        String column = dialect.quote(key.name().column());
        String table = dialect.quote(key.name().table());
        return one("SELECT " + which + "(" + column + ") FROM " + table + " WHERE " + column + where)
                .map(WholeNumber::of)
                .orElse(OptionalLong.empty());
    }

    private Optional<Object> one(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.setQueryTimeout(SECONDS_MAX);
            try (ResultSet row = statement.executeQuery(sql)) {
                return row.next() ? Optional.ofNullable(row.getObject(1)) : Optional.empty();
            }
        }
    }

    /**
     * The ids of a key.
     *
     * @param highest the highest id; empty if there is none, or nobody looked
     * @param largest the largest id that the column holds; 0 if that is not known
     * @param unseen why nobody looked; empty if the highest id is known
     */
    record KeyIds(OptionalLong highest, long largest, String unseen) {
        static KeyIds unseen(long largest, String why) {
            return new KeyIds(OptionalLong.empty(), largest, why);
        }

        boolean isSeen() {
            return unseen.isEmpty();
        }
    }
}
