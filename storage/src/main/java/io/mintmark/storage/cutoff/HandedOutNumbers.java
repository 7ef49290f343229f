package io.mintmark.storage.cutoff;

import io.mintmark.storage.write.CounterName;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of the ranges that this process handed out of one life of a database, as spans; a counter's lowest are
 * forgotten first, and so are counters that gave no range for longest, of whichever database. Safe for any number of
 * threads.
 *
 * <p>A process has one claim, so what it handed out is its claim's. What clients give back counts no more. A document
 * of a number that was forgotten is refused while the node is cut off, as one of a number that nobody can place.
 */
final class HandedOutNumbers implements OwnedNumbers {
    /** How many spans of a counter are remembered: ranges that follow each other are one. */
    static final int SPANS_MAX = 4_096;

    /** How many counters are remembered at least, and twice as many at most: strangers may invent names. */
    static final int COUNTERS_KEPT = 1 << 15;

    /** How many spans of all counters are remembered at least, and twice as many at most, of some 70 bytes each. */
    static final int SPANS_KEPT = 1 << 17;

    private final Memory memory;
    private final String life;

    /** Remembers in {@code memory} what is of one life of a database. */
    HandedOutNumbers(Memory memory, String life) {
        this.memory = memory;
        this.life = life;
    }

    /** A counter of one life of a database. */
    private record Place(String life, String counter) {}

    /** What is remembered of all databases of a node. */
    static final class Memory {
        private final AtomicLong recentSpans = new AtomicLong();
        private volatile Map<Place, Spans> recent = new ConcurrentHashMap<>();
        /** Those that were recent before, unless they are again. */
        private volatile Map<Place, Spans> older = Map.of();

        private void add(Place place, long low, long high) {
            Spans spans = recent.get(place);
            boolean isMore = (spans == null ? recentOnes(place) : spans).add(low, high);
            if (isMore && recentSpans.incrementAndGet() >= SPANS_KEPT) {
                forgetOlder();
            }
        }

        private synchronized void forgetOlder() {
            if (recent.size() >= COUNTERS_KEPT || recentSpans.get() >= SPANS_KEPT) {
                older = recent;
                recent = new ConcurrentHashMap<>();
                recentSpans.set(0);
            }
        }

        private synchronized Spans recentOnes(Place place) {
            forgetOlder();
            Spans spans = recent.computeIfAbsent(place, any -> older.getOrDefault(any, new Spans()));
            recentSpans.addAndGet(spans.size());
            return spans;
        }

        private @Nullable Spans of(Place place) {
            Spans spans = recent.get(place);
            return spans == null ? older.get(place) : spans;
        }
    }

    /** Numbers by the lowest of each span; guarded by itself. */
    private static final class Spans {
        private final TreeMap<Long, Long> highs = new TreeMap<>();

        /** Adds numbers; returns whether there is a span more now. */
        synchronized boolean add(long low, long high) {
            Map.Entry<Long, Long> before = highs.floorEntry(low);
            if (before != null && before.getValue() >= low - 1) {
                highs.put(before.getKey(), Math.max(before.getValue(), high));
                return false;
            }
            highs.put(low, high);
            if (highs.size() > SPANS_MAX) {
                highs.pollFirstEntry();
                return false;
            }
            return true;
        }

        synchronized int size() {
            return highs.size();
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

    private Place place(CounterName counter) {
        return new Place(life, counter.key());
    }

    /** Takes note that a range was handed out. */
    void add(CounterName counter, long low, long high) {
        memory.add(place(counter), low, high);
    }

    /** Takes note that a client gives the numbers after {@code last} up to {@code end} back. */
    void givenBack(CounterName counter, long last, long end) {
        Spans spans = memory.of(place(counter));
        if (spans != null) {
            spans.removeAbove(last, end);
        }
    }

    @Override
    public boolean isOwned(CounterName counter, long number) {
        Spans spans = memory.of(place(counter));
        return spans != null && spans.has(number);
    }
}
