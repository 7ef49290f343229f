package io.mintmark.lab.load;

import io.mintmark.lab.instrument.Rounds;
import io.mintmark.lab.report.Figures;
import java.util.function.ToDoubleFunction;

/** Costs now beside costs at the start, measured in turns, so that the machine's mood meets both. */
final class Costs {
    private static final String NOW = "now";
    private static final String AT_START = "at the start";

    private final Rounds<String, GrowingDatabase.Cost> turns = new Rounds<>();

    void add(GrowingDatabase.Cost costNow, GrowingDatabase.Cost costAtStart) {
        turns.add(NOW, costNow);
        turns.add(AT_START, costAtStart);
    }

    /** Returns the median of the ratios of the turns. */
    double ratio(ToDoubleFunction<GrowingDatabase.Cost> figure) {
        return turns.ratio(NOW, AT_START, figure);
    }

    /** Returns "now / at the start = ratio" for a table. */
    String text(ToDoubleFunction<GrowingDatabase.Cost> figure) {
        return Figures.text(
                "%.1f / %.1f = %.2f", turns.median(NOW, figure), turns.median(AT_START, figure), ratio(figure));
    }
}
