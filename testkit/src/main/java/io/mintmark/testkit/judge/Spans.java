package io.mintmark.testkit.judge;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Which process holds which numbers, as intervals: neighbours with one holder are one, so memory goes with how
 * scattered the numbers are and not with how many there are.
 *
 * <p>Used by one thread at a time.
 */
final class Spans {
    /** Holds numbers that nobody holds. */
    static final int FREE = 0;
    /** Holds numbers that were issued, by whomever. */
    static final int ISSUED = -1;
    /** Holds numbers where it does not matter which process does. */
    static final int ANYBODY = -2;

    private final TreeMap<Long, Span> spans = new TreeMap<>();

    private record Span(long high, int holder) {}

    /** A part of an interval with one holder. */
    record Piece(long low, long high, int holder) {
        /** Returns how many numbers it has; the largest long stands for more. */
        long count() {
            long count = high - low + 1;
            return count > 0 ? count : Long.MAX_VALUE;
        }

        /** Joins neighbours, each by the first one's holder. */
        static List<Piece> joined(List<Piece> pieces) {
            List<Piece> joined = new ArrayList<>();
            for (Piece each : pieces) {
                Piece last = joined.isEmpty() ? null : joined.get(joined.size() - 1);
                if (last != null && last.high + 1 == each.low) {
                    joined.set(joined.size() - 1, new Piece(last.low, each.high, last.holder));
                } else {
                    joined.add(each);
                }
            }
            return joined;
        }

        @Override
        public String toString() {
            return low == high ? Long.toString(low) : low + " to " + high;
        }
    }

    /** Returns the pieces of {@code [low, high]} in their order, those that are free as well. */
    List<Piece> pieces(long low, long high) {
        List<Piece> pieces = new ArrayList<>();
        Map.Entry<Long, Span> before = spans.lowerEntry(low);
        long next = low;
        boolean isOver = false;
        if (before != null && before.getValue().high >= low) {
            long end = Math.min(high, before.getValue().high);
            pieces.add(new Piece(low, end, before.getValue().holder));
            isOver = end == high;
            next = end + 1;
        }
        if (!isOver) {
            addPieces(pieces, next, high);
        }
        return pieces;
    }

    private void addPieces(List<Piece> pieces, long low, long high) {
        long next = low;
        for (Map.Entry<Long, Span> each : spans.subMap(low, true, high, true).entrySet()) {
            if (next < each.getKey()) {
                pieces.add(new Piece(next, each.getKey() - 1, FREE));
            }
            long end = Math.min(high, each.getValue().high);
            pieces.add(new Piece(each.getKey(), end, each.getValue().holder));
            if (end == high) {
                return;
            }
            next = end + 1;
        }
        pieces.add(new Piece(next, high, FREE));
    }

    /** Gives {@code [low, high]} to {@code holder}, whoever had them. */
    void put(long low, long high, int holder) {
        cut(low, high);
        if (holder == FREE) {
            return;
        }
        long from = low;
        long to = high;
        Map.Entry<Long, Span> below = spans.lowerEntry(low);
        if (below != null && below.getValue().high == low - 1 && below.getValue().holder == holder) {
            from = below.getKey();
        }
        Map.Entry<Long, Span> above = high == Long.MAX_VALUE ? null : spans.higherEntry(high);
        if (above != null && above.getKey() == high + 1 && above.getValue().holder == holder) {
            to = above.getValue().high;
            spans.remove(above.getKey());
        }
        spans.put(from, new Span(to, holder));
    }

    /** Leaves nothing in {@code [low, high]}. */
    private void cut(long low, long high) {
        Map.Entry<Long, Span> below = spans.lowerEntry(low);
        if (below != null && below.getValue().high >= low) {
            Span span = below.getValue();
            spans.put(below.getKey(), new Span(low - 1, span.holder));
            if (span.high > high) {
                spans.put(high + 1, span);
                return;
            }
        }
        Map.Entry<Long, Span> last = spans.floorEntry(high);
        if (last != null && last.getKey() >= low && last.getValue().high > high) {
            spans.put(high + 1, last.getValue());
        }
        spans.subMap(low, true, high, true).clear();
    }

    /** Returns how many numbers processes hold that were not issued; the largest long stands for more. */
    long heldCount() {
        double sum = spans.entrySet().stream()
                .filter(each -> each.getValue().holder != ISSUED)
                .mapToDouble(each -> (double) each.getValue().high - each.getKey() + 1)
                .sum();
        return (long) sum;
    }

    /** Returns the sum of counts; the largest long stands for more. */
    static long sum(Stream<Long> counts) {
        return counts.reduce(0L, (one, other) -> one > Long.MAX_VALUE - other ? Long.MAX_VALUE : one + other);
    }

    /** Returns the intervals between the first and the last number that nobody holds. */
    List<Piece> gaps() {
        return spans.isEmpty()
                ? List.of()
                : pieces(spans.firstKey(), spans.lastEntry().getValue().high).stream()
                        .filter(piece -> piece.holder == FREE)
                        .toList();
    }

    /** Returns how many intervals are kept. */
    int size() {
        return spans.size();
    }
}
