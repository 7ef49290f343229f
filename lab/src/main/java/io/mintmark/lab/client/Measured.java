package io.mintmark.lab.client;

import io.mintmark.lab.measure.Quantiles;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Answers of both clients in each round: two figures a task.
 *
 * <p>Ratios are medians of the ratios within a round, never of figures from different times.
 */
final class Measured {
    private final Map<String, List<double[]>> answers = new LinkedHashMap<>();

    void add(String client, String task, double[] answer) {
        answers.computeIfAbsent(client + " " + task, any -> new ArrayList<>()).add(answer);
    }

    double median(String client, String task, int figure) {
        return Quantiles.median(rounds(client, task).stream()
                .mapToDouble(answer -> answer[figure])
                .toArray());
    }

    /** Returns the median of ours divided by theirs. */
    double ratio(String task, int figure) {
        List<double[]> ours = rounds("ours", task);
        List<double[]> official = rounds("official", task);
        double[] ratios = new double[ours.size()];
        for (int i = 0; i < ratios.length; i++) {
            ratios[i] = ours.get(i)[figure] / official.get(i)[figure];
        }
        return Quantiles.median(ratios);
    }

    private List<double[]> rounds(String client, String task) {
        return answers.getOrDefault(client + " " + task, List.of());
    }
}
