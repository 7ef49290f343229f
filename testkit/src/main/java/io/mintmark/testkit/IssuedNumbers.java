package io.mintmark.testkit;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A set of numbers with a bit for each, in pages of 4,096; pages that one interval fills share their bits.
 *
 * <p>Safe for any number of threads: bits are set atomically, so that exactly one of several threads that add a number
 * is the first.
 */
final class IssuedNumbers {
    private static final int WORD_BITS = 6;
    private static final int PAGE_BITS = 12;
    private static final int PAGE_NUMBERS = 1 << PAGE_BITS;
    private static final int PAGE_WORDS = PAGE_NUMBERS >> WORD_BITS;
    private static final VarHandle WORDS = MethodHandles.arrayElementVarHandle(long[].class);

    /** Stands for every page that was added whole. Setting bits in it changes nothing. */
    private static final long[] FULL = full();

    private final Map<Long, long[]> pages = new ConcurrentHashMap<>();

    /** Hears which added numbers were in the set already. */
    @FunctionalInterface
    interface Repeats {
        /** Hears that {@code first + i} was in the set already, for each bit {@code i} that is set in {@code bits}. */
        void found(long first, long bits);
    }

    /** Adds {@code number}; returns whether it is new. */
    boolean add(long number) {
        long bit = 1L << number;
        return (set(pageOf(number >> PAGE_BITS), wordOf(number), bit) & bit) == 0;
    }

    /** Adds {@code [low, high]}; returns the count of new numbers and reports the others to {@code repeats}. */
    long addAll(long low, long high, Repeats repeats) {
        long added = 0;
        for (long page = low >> PAGE_BITS; page <= high >> PAGE_BITS; page++) {
            long from = Math.max(low, page << PAGE_BITS);
            long to = Math.min(high, (page << PAGE_BITS) + PAGE_NUMBERS - 1);
            boolean whole = to - from == PAGE_NUMBERS - 1;
            added += whole && pages.putIfAbsent(page, FULL) == null ? PAGE_NUMBERS : addInPage(from, to, repeats);
        }
        return added;
    }

    private long addInPage(long from, long to, Repeats repeats) {
        long[] page = pageOf(from >> PAGE_BITS);
        long added = 0;
        for (int word = wordOf(from); word <= wordOf(to); word++) {
            long first = (from >> PAGE_BITS << PAGE_BITS) + ((long) word << WORD_BITS);
            // A shift uses only the lowest six bits of its distance: the place of a number in its word.
            long wanted = (word == wordOf(from) ? -1L << from : -1L) & (word == wordOf(to) ? -1L >>> ~to : -1L);
            long known = set(page, word, wanted) & wanted;
            if (known != 0) {
                repeats.found(first, known);
            }
            added += Long.bitCount(wanted) - Long.bitCount(known);
        }
        return added;
    }

    private static long set(long[] page, int word, long bits) {
        return (long) WORDS.getAndBitwiseOr(page, word, bits);
    }

    private static int wordOf(long number) {
        return (int) (number >> WORD_BITS) & (PAGE_WORDS - 1);
    }

    private long[] pageOf(long index) {
        long[] known = pages.get(index);
        return known != null ? known : pages.computeIfAbsent(index, any -> new long[PAGE_WORDS]);
    }

    private static long[] full() {
        long[] page = new long[PAGE_WORDS];
        Arrays.fill(page, -1L);
        return page;
    }
}
