package io.mintmark.number;

/**
 * Where numbers would stand if they were sorted, against where they arrived.
 *
 * @param inversions how many pairs are in the wrong order
 * @param displacementMax how far a number is at most from its place
 */
record Ranking(long inversions, int displacementMax) {

    /** Sorts places by merging, equal numbers in the order of arrival, and counts what jumps over what. */
    static Ranking of(long... numbers) {
        int[] from = new int[numbers.length];
        for (int i = 0; i < from.length; i++) {
            from[i] = i;
        }
        int[] to = new int[from.length];
        long inversions = 0;
        for (long width = 1; width < from.length; width *= 2) {
            for (long low = 0; low < from.length; low += 2 * width) {
                int middle = (int) Math.min(low + width, from.length);
                int high = (int) Math.min(low + 2 * width, from.length);
                inversions += merge(numbers, from, to, (int) low, middle, high);
            }
            int[] sorted = to;
            to = from;
            from = sorted;
        }
        return new Ranking(inversions, displacementMax(from));
    }

    private static long merge(long[] numbers, int[] from, int[] to, int low, int middle, int high) {
        long inversions = 0;
        int left = low;
        int right = middle;
        for (int at = low; at < high; at++) {
            boolean takeLeft = left < middle && (right == high || numbers[from[left]] <= numbers[from[right]]);
            if (takeLeft) {
                to[at] = from[left++];
            } else {
                inversions += middle - left;
                to[at] = from[right++];
            }
        }
        return inversions;
    }

    private static int displacementMax(int... sorted) {
        int max = 0;
        for (int rank = 0; rank < sorted.length; rank++) {
            max = Math.max(max, Math.abs(sorted[rank] - rank));
        }
        return max;
    }
}
