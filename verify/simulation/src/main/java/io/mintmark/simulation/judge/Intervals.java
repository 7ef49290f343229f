package io.mintmark.simulation.judge;

import java.util.Arrays;

/** A set of numbers as intervals in order, each with who took it. Used by one thread. */
final class Intervals {
    private long[] lows = new long[2];
    private long[] highs = new long[2];
    private int[] owners = new int[2];
    private int size;

    /** Adds {@code low} to {@code high}; returns the first number of them that was there already, or -1. */
    long add(long low, long high, int owner) {
        int at = firstEndingFrom(low);
        if (at < size && lows[at] <= high) {
            return Math.max(low, lows[at]);
        }
        boolean joinsBefore = at > 0 && highs[at - 1] == low - 1 && owners[at - 1] == owner;
        if (joinsBefore) {
            highs[at - 1] = high;
        } else {
            insert(at, low, high, owner);
        }
        return -1;
    }

    /** Returns who took a number that is there. */
    int ownerOf(long number) {
        return owners[firstEndingFrom(number)];
    }

    private int firstEndingFrom(long number) {
        if (size == 0 || highs[size - 1] < number) {
            return size;
        }
        int found = Arrays.binarySearch(highs, 0, size, number);
        return found >= 0 ? found : -found - 1;
    }

    private void insert(int at, long low, long high, int owner) {
        if (size == lows.length) {
            lows = Arrays.copyOf(lows, size * 2);
            highs = Arrays.copyOf(highs, size * 2);
            owners = Arrays.copyOf(owners, size * 2);
        }
        System.arraycopy(lows, at, lows, at + 1, size - at);
        System.arraycopy(highs, at, highs, at + 1, size - at);
        System.arraycopy(owners, at, owners, at + 1, size - at);
        lows[at] = low;
        highs[at] = high;
        owners[at] = owner;
        size++;
    }
}
