package io.mintmark.jdbc.schema;

import io.mintmark.MintmarkException;
import io.mintmark.jdbc.database.CounterAccess;
import io.mintmark.jdbc.database.Dialect;
import io.mintmark.jdbc.internal.store.RowSpelling;
import io.mintmark.jdbc.schema.SchemaReport.Finding;
import io.mintmark.jdbc.schema.SchemaReport.NotJudged;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds worker numbers that two rows of a table have. */
final class WorkerLook {
    /** How many repeated numbers of a table are listed: a column that is no worker number has any number of them. */
    static final int MOST = 100;

    private final Connection connection;
    private final Dialect dialect;
    private final List<Finding> findings = new ArrayList<>();
    private final List<NotJudged> notJudged = new ArrayList<>();

    WorkerLook(Connection connection, Dialect dialect) {
        this.connection = connection;
        this.dialect = dialect;
    }

    List<Finding> findings() {
        return findings;
    }

    List<NotJudged> notJudged() {
        return notJudged;
    }

    /** Looks at a table; throws if the connection is lost. */
    void at(WorkerTable workers) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(repeated(spelt(workers)))) {
            statement.setMaxRows(MOST + 1);
            read(workers, statement);
        } catch (SQLException e) {
            notJudged.add(new NotJudged(workers.table().toString(), NotJudged.told(e), false));
        } catch (MintmarkException | IllegalArgumentException e) {
            notJudged.add(new NotJudged(workers.table().toString(), String.valueOf(e.getMessage()), false));
        }
    }

    /** Returns the table and its columns under the names that the database has. */
    private CounterAccess.Row spelt(WorkerTable workers) throws SQLException {
        Map<String, Object> within = new LinkedHashMap<>();
        workers.within().forEach(column -> within.put(column, ""));
        CounterAccess.Row row = CounterAccess.Row.of(workers.table().name(), workers.column(), within)
                .named(workers.table());
        return RowSpelling.require(connection, dialect, row, "the workers of " + workers.table())
                .row();
    }

    private String repeated(CounterAccess.Row workers) {
        String number = dialect.quote(workers.column());
        String columns = Stream.concat(workers.where().keySet().stream().map(dialect::quote), Stream.of(number))
                .collect(Collectors.joining(", "));
        return "SELECT COUNT(*), " + columns + " FROM " + dialect.quote(workers.name()) + " WHERE " + number
                + " IS NOT NULL GROUP BY " + columns + " HAVING COUNT(*) > 1 ORDER BY " + columns;
    }

    private void read(WorkerTable workers, PreparedStatement statement) throws SQLException {
        try (ResultSet row = statement.executeQuery()) {
            for (int listed = 0; row.next(); listed++) {
                if (listed == MOST) {
                    notJudged.add(new NotJudged(
                            workers.table() + "." + workers.column(),
                            "more than " + MOST
                                    + " of its numbers are in several rows, and no more are listed; name the"
                                    + " column of the worker numbers, and those within which one is alone",
                            false));
                    return;
                }
                findings.add(finding(workers, row));
            }
        }
    }

    private static Finding finding(WorkerTable workers, ResultSet row) throws SQLException {
        int last = workers.within().size() + 2;
        StringBuilder where = new StringBuilder();
        for (int at = 2; at < last; at++) {
            where.append(workers.within().get(at - 2))
                    .append('=')
                    .append(row.getString(at))
                    .append(' ');
        }
        return new Finding(
                Fault.WORKER_TWICE,
                workers.table() + "." + workers.column(),
                "",
                where + "number " + row.getString(last) + " is in " + row.getLong(1) + " rows",
                "stop all but one of these workers, give the others numbers of their own, and make the number unique");
    }
}
