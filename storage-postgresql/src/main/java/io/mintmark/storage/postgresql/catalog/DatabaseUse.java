package io.mintmark.storage.postgresql.catalog;

import io.mintmark.storage.sql.Statements;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Whether anybody wrote to a database, or set something for it: then somebody was told that it is there. Stateless. */
final class DatabaseUse {
    /** Whatever a client can store leaves a row in one of them. */
    private static final String ROWS = List.of(
                    "document",
                    "counter",
                    "identity",
                    "identity_request",
                    "deletion",
                    "collection",
                    "index_list",
                    "index_progress")
            .stream()
            .map(table -> "SELECT 1 FROM " + table + " WHERE database = ?")
            .collect(Collectors.joining(" UNION ALL "));

    private static final String SET = "SELECT 1 FROM setting WHERE name LIKE '%/' || ?::text";

    private DatabaseUse() {}

    /** Returns whether it was used, after all groups that are under way in it have ended. */
    static boolean isUsed(Connection connection, long number) throws SQLException {
        List<Long> waitedFor = Statements.rows(
                connection,
                row -> row.getLong(1),
                "SELECT groups FROM node_state WHERE database = ? ORDER BY node, lane FOR UPDATE",
                number);
        return waitedFor.stream().anyMatch(groups -> groups > 0)
                || has(connection, ROWS, number)
                || has(connection, SET, number);
    }

    private static boolean has(Connection connection, String rows, long number) throws SQLException {
        Object[] numbers =
                new Object[(int) rows.chars().filter(each -> each == '?').count()];
        Arrays.fill(numbers, number);
        return Statements.number(connection, "SELECT count(*) FROM (" + rows + " LIMIT 1) used", numbers)
                        .orElse(0)
                > 0;
    }
}
