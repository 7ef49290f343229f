package io.mintmark.lab.instrument;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/**
 * Findings of all rounds, by subject. Ratios are medians of the ratios within a round, never of figures from different
 * times; each figure of a subject that was not measured is NaN.
 *
 * @param <K> a subject
 * @param <F> what was found in one round
 */
public class Rounds<K, F> {
    private final Map<K, List<F>> findings = new LinkedHashMap<>();

    /** Adds what was found of a subject in one more round. */
    public void add(K subject, F finding) {
        findings.computeIfAbsent(subject, any -> new ArrayList<>()).add(finding);
    }

    /** Returns subjects in the order of a round: another one begins in each, so that none always follows the same. */
    public static <S> List<S> order(List<S> subjects, int round) {
        List<S> order = new ArrayList<>(subjects);
        Collections.rotate(order, 1 - round);
        return order;
    }

    /** Returns the subjects in the order in which they were first measured. */
    public Set<K> subjects() {
        return findings.keySet();
    }

    /** Returns what was found of a subject, round by round. */
    public List<F> of(K subject) {
        return findings.getOrDefault(subject, List.of());
    }

    /** Returns a figure's median over the rounds. */
    public double median(K subject, ToDoubleFunction<F> figure) {
        return at(0.5, subject, figure);
    }

    /** Returns the figure below which the given part of the rounds lies: 0 for the least, 1 for the most. */
    public double at(double part, K subject, ToDoubleFunction<F> figure) {
        return Quantiles.at(part, figures(subject, figure));
    }

    /** Returns how many times the figure of {@code other} that of a subject was. */
    public double ratio(K subject, K other, ToDoubleFunction<F> figure) {
        double[] mine = figures(subject, figure);
        double[] theirs = figures(other, figure);
        double[] ratios = new double[Math.min(mine.length, theirs.length)];
        for (int i = 0; i < ratios.length; i++) {
            ratios[i] = mine[i] / theirs[i];
        }
        return Quantiles.median(ratios);
    }

    private double[] figures(K subject, ToDoubleFunction<F> figure) {
        return of(subject).stream().mapToDouble(figure).toArray();
    }
}
