package io.mintmark.storage.journal;

import io.mintmark.storage.write.CounterName;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The numbers of the ranges that this process handed out, as spans; a counter's lowest are forgotten first. Safe for
 * any number of threads.
 *
 * <p>A process has one claim, so what it handed out is its claim's. What clients give back counts no more.
 */
final class HandedOutNumbers implements OwnedNumbers {
    /** How many spans of a counter are remembered: ranges that follow each other are one. */
    static final int SPANS_MAX = 16_384;

    private final Map<String, Spans> counters = new ConcurrentHashMap<>();

    /** Numbers by the lowest of each span; guarded by itself. */
    private static final class Spans {
        private final TreeMap<Long, Long> highs = new TreeMap<>();

        synchronized void add(long low, long high) {
            Map.Entry<Long, Long> before = highs.floorEntry(low);
            if (before != null && before.getValue() >= low - 1) {
                highs.put(before.getKey(), Math.max(before.getValue(), high));
                return;
            }
            highs.put(low, high);
            if (highs.size() > SPANS_MAX) {
                highs.pollFirstEntry();
            }
        }

        synchronized void removeAbove(long last, long end) {
            Map.Entry<Long, Long> span = highs.floorEntry(end);
            if (span == null || span.getValue() < end || last >= end) {
                return;
            }
            highs.remove(span.getKey());
            if (span.getKey() <= last) {
                highs.put(span.getKey(), last);
            }
            if (span.getValue() > end) {
                highs.put(end + 1, span.getValue());
            }
        }

        synchronized boolean has(long number) {
            Map.Entry<Long, Long> span = highs.floorEntry(number);
            return span != null && span.getValue() >= number;
        }
    }

    /** Takes note that a range was handed out. */
    void add(CounterName counter, long low, long high) {
        counters.computeIfAbsent(counter.key(), key -> new Spans()).add(low, high);
    }

    /** Takes note that a client gives the numbers after {@code last} up to {@code end} back. */
    void givenBack(CounterName counter, long last, long end) {
        Spans spans = counters.get(counter.key());
        if (spans != null) {
            spans.removeAbove(last, end);
        }
    }

    @Override
    public boolean isOwned(CounterName counter, long number) {
        Spans spans = counters.get(counter.key());
        return spans != null && spans.has(number);
    }
}
