package io.mintmark.lab.report;

/**
 * One subject of a chart: two bars, the figures of two conditions.
 *
 * @param label what was measured
 * @param note what it keeps or does, in a few words
 * @param ours whether the bars are drawn in the colour of our own
 */
record Bars(String label, String note, boolean ours, Figure upper, Figure lower) {

    double longest() {
        return Math.max(upper.value(), lower.value());
    }
}
