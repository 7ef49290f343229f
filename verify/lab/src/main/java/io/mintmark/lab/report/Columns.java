package io.mintmark.lab.report;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * The columns of a table: each has a title and says what it shows of a row.
 *
 * @param <T> what a row is about
 */
public final class Columns<T> {
    private final List<String> titles = new ArrayList<>();
    private final List<Function<? super T, ?>> cells = new ArrayList<>();

    /** Adds a column of texts. */
    public Columns<T> text(String title, Function<? super T, ?> cell) {
        titles.add(title);
        cells.add(cell);
        return this;
    }

    /** Adds a column of figures in one format; one that was not measured (NaN) is a dash. */
    public Columns<T> figure(String title, String format, ToDoubleFunction<? super T> figure) {
        return text(title, row -> Figures.figure(format, figure.applyAsDouble(row)));
    }

    /** Returns the table of these rows; more may be added. */
    public MarkdownTable of(Collection<? extends T> rows) {
        MarkdownTable table = new MarkdownTable(titles.toArray(String[]::new));
        for (T row : rows) {
            table.row(cells.stream().map(cell -> cell.apply(row)).toArray());
        }
        return table;
    }
}
