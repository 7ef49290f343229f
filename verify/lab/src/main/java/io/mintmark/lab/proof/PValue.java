package io.mintmark.lab.proof;

/**
 * One answer of a battery: how probable a stream of good numbers makes a figure at least as low; immutable.
 *
 * <p>Good numbers make it uniform between 0 and 1, so both ends are suspicious: near 0 the figure is too uneven, near 1
 * it is too even.
 *
 * @param test the battery's number of the test
 * @param place which of the test's answers, from 1
 * @param value 0 to 1
 */
record PValue(int test, int place, double value) {
    /** The battery prints eight decimals: what it prints as 0 may be half of the last one. */
    private static final double LEAST = 1e-8;

    /** Reads test, place and value, separated by blanks. */
    static PValue parse(String line) {
        String[] parts = line.strip().split(" +", -1);
        if (parts.length != 3) {
            throw new IllegalArgumentException("a p-value is written test, place, value: '" + line + "'");
        }
        return new PValue(Integer.parseInt(parts[0]), Integer.parseInt(parts[1]), Double.parseDouble(parts[2]));
    }

    /** Returns how probable good numbers make a value at least as near to either end. */
    double twoSided() {
        return Math.max(LEAST, 2 * Math.min(value, 1 - value));
    }

    boolean isOfTheSamePlaceAs(PValue other) {
        return test == other.test && place == other.place;
    }
}
