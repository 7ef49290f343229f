package io.mintmark.client.hilo;

import io.mintmark.client.cluster.DatabaseLife;
import io.mintmark.counter.NumberSlice;
import io.mintmark.range.Range;
import io.mintmark.range.RangeSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * The lives of the database that this store's ids were made from, found by an id: what a save names, so that a database
 * which was dropped and made anew meanwhile refuses documents that were not meant for it. Safe for any number of
 * threads.
 *
 * <p>It remembers the last {@value #RANGES_MAX} ranges of a prefix. An id of an older one, or one that the caller made,
 * names no life.
 */
public final class IssuedLives {
    static final int RANGES_MAX = 1_024;

    /** Digits of the highest number that a counter gives. */
    private static final int DIGITS_MAX = 16;

    private final ConcurrentMap<String, ConcurrentSkipListMap<Long, Issued>> byPrefix = new ConcurrentHashMap<>();

    /** A range and the life that it is of. */
    private record Issued(Range range, DatabaseLife life) {}

    /** Returns the same counter, whose ranges are remembered. */
    public RangeSource watching(RemoteCounter counter) {
        return new RangeSource() {
            @Override
            public Range reserve(long size) {
                Range range = counter.reserve(size);
                counter.lifeOf(range).ifPresent(life -> add(range, life));
                return range;
            }

            @Override
            public boolean giveBack(Range range, long lastIssued) {
                return counter.giveBack(range, lastIssued);
            }

            @Override
            public long raise(long atLeast) {
                return counter.raise(atLeast);
            }

            @Override
            public String toString() {
                return counter.toString();
            }
        };
    }

    /** Slices are kept apart: the lowest range is forgotten first, and ordinary ones that follow a slice are lower. */
    private static String place(String prefix, long number) {
        return NumberSlice.has(number) ? prefix + '\0' : prefix;
    }

    void add(Range range, DatabaseLife life) {
        ConcurrentSkipListMap<Long, Issued> ranges =
                byPrefix.computeIfAbsent(place(range.prefix(), range.low()), any -> new ConcurrentSkipListMap<>());
        Issued before = ranges.put(range.low(), new Issued(range, life));
        if (before == null && ranges.size() > RANGES_MAX) {
            Map.Entry<Long, Issued> ignored = ranges.pollFirstEntry();
        }
    }

    /** Returns the life that an id was made for; empty if it was not made from a range that is remembered. */
    public Optional<DatabaseLife> of(String id) {
        int dash = id.lastIndexOf('-');
        int digits = firstDigit(id, dash);
        if (digits >= dash) {
            return Optional.empty();
        }
        long number = Long.parseLong(id, digits, dash, 10);
        ConcurrentSkipListMap<Long, Issued> ranges = byPrefix.get(place(id.substring(0, digits), number));
        Map.Entry<Long, Issued> found = ranges == null ? null : ranges.floorEntry(number);
        return Optional.ofNullable(found)
                .map(Map.Entry::getValue)
                .filter(issued -> number <= issued.range().high()
                        && issued.range().nodeTag().equals(id.substring(dash + 1)))
                .map(Issued::life);
    }

    /** Returns where the number before {@code end} begins, without zeros before it; {@code end} if there is none. */
    private static int firstDigit(String id, int end) {
        int from = end;
        while (from > 0 && end - from < DIGITS_MAX && isDigit(id.charAt(from - 1))) {
            from--;
        }
        while (from < end && id.charAt(from) == '0') {
            from++;
        }
        return from;
    }

    private static boolean isDigit(char letter) {
        return letter >= '0' && letter <= '9';
    }
}
