package io.mintmark.spring.internal;

import io.mintmark.jdbc.database.SqlName;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The column that has a counter's ids, as a property names it: {@code orders.id}, {@code sales.orders.id}.
 *
 * @param table the table, in the connection's own schema or another
 * @param column a column of whole numbers
 */
public record IdPlace(SqlName table, SqlName column) {
    /** A part is in double quotes if it has a dot; a quote in it is written twice. */
    private static final Pattern PARTS = Pattern.compile("(?:\"(?:[^\"]|\"\")+\"|[^\".]+)(?:\\.|$)");

    /**
     * Reads a place.
     *
     * @throws IllegalArgumentException if it has not two or three parts, or one cannot be a name
     */
    public static IdPlace of(String text) {
        Matcher parts = PARTS.matcher(text.strip());
        List<String> names = parts.results().map(found -> name(found.group())).collect(Collectors.toList());
        boolean isWhole =
                parts.reset().replaceAll("").isEmpty() && !text.strip().endsWith(".");
        if (!isWhole || names.size() < 2 || names.size() > 3) {
            throw new IllegalArgumentException(
                    "ids must be table.column or schema.table.column, spelled as the database"
                            + " has them, a name with a dot in double quotes: ids=" + text);
        }
        SqlName column = SqlName.of(names.remove(names.size() - 1));
        SqlName table = SqlName.of(names.remove(names.size() - 1));
        return new IdPlace(names.isEmpty() ? table : table.inSchema(names.get(0)), column);
    }

    private static String name(String part) {
        String name = part.endsWith(".") ? part.substring(0, part.length() - 1) : part;
        return name.startsWith("\"") ? name.substring(1, name.length() - 1).replace("\"\"", "\"") : name;
    }
}
