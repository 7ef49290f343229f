package io.mintmark.lab.report;

import java.util.Arrays;
import java.util.List;

/** A Markdown table whose rows are found by their first cell, and whose columns by how their title begins. */
record PublishedTable(String where, List<String> titles, List<List<String>> rows) {

    static PublishedTable of(String where, List<String> lines) {
        if (lines.size() < 3) {
            throw new IllegalArgumentException("a picture needs a table with a title and a row: " + where + " has "
                    + lines.size() + " lines of one; restore it, or change the picture in verify/lab/src/main");
        }
        List<List<String>> cells = lines.stream().map(PublishedTable::cells).toList();
        return new PublishedTable(where, cells.get(0), cells.subList(2, cells.size()));
    }

    private static List<String> cells(String line) {
        String inner = line.strip().replaceAll("^\\||\\|$", "");
        return Arrays.stream(inner.split("\\|", -1))
                .map(cell -> cell.replace("**", "").strip())
                .toList();
    }

    /** Returns the cell without emphasis. */
    String cell(String row, String title) {
        return row(row).get(column(title));
    }

    private List<String> row(String name) {
        return rows.stream().filter(row -> row.get(0).equals(name)).findFirst().orElseThrow(() -> missing("row", name));
    }

    private int column(String title) {
        for (int i = 0; i < titles.size(); i++) {
            if (titles.get(i).startsWith(title)) {
                return i;
            }
        }
        throw missing("column", title);
    }

    private IllegalArgumentException missing(String what, String name) {
        return new IllegalArgumentException("a picture needs the " + what + " \"" + name + "\", which the table of "
                + where + " does not have; restore it, or change the picture in verify/lab/src/main");
    }
}
