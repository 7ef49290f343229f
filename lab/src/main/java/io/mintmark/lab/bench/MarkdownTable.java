package io.mintmark.lab.bench;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Rows of text that print as a Markdown table. */
final class MarkdownTable {
    private final List<String> lines = new ArrayList<>();
    private final int columns;

    MarkdownTable(String... titles) {
        this.columns = titles.length;
        row((Object[]) titles);
        row(Collections.nCopies(columns, "---").toArray());
    }

    void row(Object... cells) {
        if (cells.length != columns) {
            throw new IllegalArgumentException("the table has " + columns + " columns: cells=" + cells.length);
        }
        StringBuilder line = new StringBuilder("|");
        for (Object cell : cells) {
            line.append(' ').append(cell).append(" |");
        }
        lines.add(line.toString());
    }

    /** Prints the table and an empty line. */
    void print() {
        lines.forEach(System.out::println);
        System.out.println();
    }
}
