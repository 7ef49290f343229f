package io.mintmark.lab.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Rows of text that print as a Markdown table. */
public final class MarkdownTable {
    private final List<String> lines = new ArrayList<>();
    private final int columns;

    public MarkdownTable(String... titles) {
        this.columns = titles.length;
        row((Object[]) titles);
        row(Collections.nCopies(columns, "---").toArray());
    }

    public void row(Object... cells) {
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
    public void print() {
        System.out.println(this);
    }

    @Override
    public String toString() {
        return String.join("\n", lines) + "\n";
    }
}
