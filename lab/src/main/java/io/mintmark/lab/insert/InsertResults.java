package io.mintmark.lab.insert;

import io.mintmark.lab.measure.Quantiles;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Findings of all rounds. Ratios are medians of the ratios within a round, never of figures from different times. */
final class InsertResults {
    private final Map<Subject, List<Inserted>> rounds = new EnumMap<>(Subject.class);

    void add(Subject subject, Inserted inserted) {
        rounds.computeIfAbsent(subject, any -> new ArrayList<>()).add(inserted);
    }

    double median(Subject subject, ToDoubleFunction<Inserted> figure) {
        return Quantiles.median(figures(subject, figure));
    }

    double at(double part, Subject subject, ToDoubleFunction<Inserted> figure) {
        return Quantiles.at(part, figures(subject, figure));
    }

    double ratio(Subject subject, Subject other, ToDoubleFunction<Inserted> figure) {
        double[] mine = figures(subject, figure);
        double[] theirs = figures(other, figure);
        double[] ratios = new double[Math.min(mine.length, theirs.length)];
        for (int i = 0; i < ratios.length; i++) {
            ratios[i] = mine[i] / theirs[i];
        }
        return Quantiles.median(ratios);
    }

    private double[] figures(Subject subject, ToDoubleFunction<Inserted> figure) {
        return rounds.getOrDefault(subject, List.of()).stream()
                .mapToDouble(figure)
                .toArray();
    }
}
