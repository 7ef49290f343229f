package io.mintmark.jdbc.database;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Reads tables out of a result that has a row for each column. */
final class CatalogTables {
    private CatalogTables() {}

    /** Returns the tables; the numbers are those of the result's columns for schema, table and column. */
    static List<CatalogTable> read(ResultSet rows, int schema, int table, int column) throws SQLException {
        Map<CatalogName, List<String>> columns = new LinkedHashMap<>();
        while (rows.next()) {
            String in = Objects.requireNonNullElse(rows.getString(schema), "");
            CatalogName name = new CatalogName(in, String.valueOf(rows.getString(table)));
            columns.computeIfAbsent(name, key -> new ArrayList<>()).add(String.valueOf(rows.getString(column)));
        }
        List<CatalogTable> tables = new ArrayList<>();
        columns.forEach((name, all) -> tables.add(new CatalogTable(name, all)));
        return tables;
    }
}
