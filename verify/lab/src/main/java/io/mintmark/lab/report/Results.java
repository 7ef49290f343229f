package io.mintmark.lab.report;

import io.mintmark.lab.instrument.Quantiles;
import io.mintmark.lab.instrument.Rounds;
import io.mintmark.lab.process.DiskBaseline;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The samples of all rounds, by what was measured, and the disk of each round. */
public final class Results extends Rounds<String, Sample> {
    private final Map<String, String> missing = new LinkedHashMap<>();
    private final List<DiskBaseline> disks = new ArrayList<>();

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

    public List<DiskBaseline> disks() {
        return disks;
    }

    /** Returns the median over the rounds of how many times the units a second of {@code other} a subject did. */
    public double ratio(String subject, String other) {
        return ratio(subject, other, Sample::perSecond);
    }

    /** Returns the median over the rounds of the disk's median; NaN if it was not measured. */
    public double diskMillis() {
        return Quantiles.median(
                disks.stream().mapToDouble(DiskBaseline::p50Millis).toArray());
    }
}
