package io.mintmark.lab.load;

import io.mintmark.lab.instrument.Quantiles;
import io.mintmark.lab.report.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Costs now beside costs at the start, measured in turns, so that the machine's mood meets both. */
final class Costs {
    private final List<GrowingDatabase.Cost> now = new ArrayList<>();
    private final List<GrowingDatabase.Cost> atStart = new ArrayList<>();

    void add(GrowingDatabase.Cost costNow, GrowingDatabase.Cost costAtStart) {
        now.add(costNow);
        atStart.add(costAtStart);
    }

    /** Returns the median of the ratios of the turns. */
    double ratio(ToDoubleFunction<GrowingDatabase.Cost> figure) {
        double[] ratios = new double[now.size()];
        for (int i = 0; i < ratios.length; i++) {
            ratios[i] = figure.applyAsDouble(now.get(i)) / figure.applyAsDouble(atStart.get(i));
        }
        return Quantiles.median(ratios);
    }

    /** Returns "now / at the start = ratio" for a table. */
    String text(ToDoubleFunction<GrowingDatabase.Cost> figure) {
        return Figures.text("%.1f / %.1f = %.2f", median(now, figure), median(atStart, figure), ratio(figure));
    }

    private static double median(List<GrowingDatabase.Cost> costs, ToDoubleFunction<GrowingDatabase.Cost> figure) {
        return Quantiles.median(costs.stream().mapToDouble(figure).toArray());
    }
}
