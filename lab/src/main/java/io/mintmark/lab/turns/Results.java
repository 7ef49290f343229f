package io.mintmark.lab.turns;

import io.mintmark.lab.measure.Quantiles;
import io.mintmark.lab.process.DiskBaseline;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/** The samples of all rounds, by what was measured, and the disk of each round. */
public final class Results {
    private final Map<String, List<Sample>> samples = new LinkedHashMap<>();
    private final Map<String, String> missing = new LinkedHashMap<>();
    private final List<DiskBaseline> disks = new ArrayList<>();

    public void add(String subject, Sample sample) {
        samples.computeIfAbsent(subject, any -> new ArrayList<>()).add(sample);
    }

    /** Takes note that there is no figure of a subject, and why. */
    public void addMissing(String subject, String why) {
        missing.put(subject, why);
    }

    /** Returns why subjects have no figures, by subject. */
    public Map<String, String> missing() {
        return missing;
    }

    public void add(DiskBaseline disk) {
        disks.add(disk);
    }

    public Set<String> subjects() {
        return samples.keySet();
    }

    public List<DiskBaseline> disks() {
        return disks;
    }

    /** Returns a figure's median over the rounds; NaN if the subject was not measured. */
    public double median(String subject, ToDoubleFunction<Sample> figure) {
        return Quantiles.median(figures(subject, figure));
    }

    public double least(String subject, ToDoubleFunction<Sample> figure) {
        return Quantiles.at(0, figures(subject, figure));
    }

    public double most(String subject, ToDoubleFunction<Sample> figure) {
        return Quantiles.at(1, figures(subject, figure));
    }

    /** Returns the median over the rounds of how many times the units a second of {@code other} a subject did. */
    public double ratio(String subject, String other) {
        double[] mine = figures(subject, Sample::perSecond);
        double[] theirs = figures(other, Sample::perSecond);
        double[] ratios = new double[Math.min(mine.length, theirs.length)];
        for (int i = 0; i < ratios.length; i++) {
            ratios[i] = mine[i] / theirs[i];
        }
        return Quantiles.median(ratios);
    }

    /** Returns the median over the rounds of the disk's median; NaN if it was not measured. */
    public double diskMillis() {
        return Quantiles.median(
                disks.stream().mapToDouble(DiskBaseline::p50Millis).toArray());
    }

    private double[] figures(String subject, ToDoubleFunction<Sample> figure) {
        return samples.getOrDefault(subject, List.of()).stream()
                .mapToDouble(figure)
                .toArray();
    }
}
