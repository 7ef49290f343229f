package io.mintmark.lab.bench;

import java.util.List;

/**
 * Target of one of our generators, in ratios of the same run.
 *
 * @param generator its name in the catalogue
 * @param threads how many threads call it
 * @param limitRatioMax most times the nanoseconds of an AtomicLong; infinite if nothing is asked
 * @param peerRatioMin least times faster than SegmentChainId
 */
record Target(String generator, int threads, double limitRatioMax, double peerRatioMin) {
    static final List<Target> ALL = List.of(
            new Target("our-strict", 1, 1.05, 1.15),
            new Target("our-strict", 2, 1.08, 2),
            new Target("our-block-64", 1, Double.POSITIVE_INFINITY, 4),
            new Target("our-block-64", 2, Double.POSITIVE_INFINITY, 15),
            new Target("our-per-thread", 1, Double.POSITIVE_INFINITY, 3.4),
            new Target("our-per-thread", 2, Double.POSITIVE_INFINITY, 15),
            new Target("our-per-handle", 1, Double.POSITIVE_INFINITY, 6),
            new Target("our-per-handle", 2, Double.POSITIVE_INFINITY, 25));

    String limitText() {
        return Double.isInfinite(limitRatioMax) ? "" : " (at most " + limitRatioMax + ")";
    }

    String peerText() {
        return " (at least " + peerRatioMin + ")";
    }

    String verdict(double toLimit, double toPeer) {
        if (Double.isNaN(toLimit) || Double.isNaN(toPeer)) {
            return "not measured";
        }
        return toLimit <= limitRatioMax && toPeer >= peerRatioMin ? "met" : "**missed**";
    }
}
