package io.mintmark.testkit;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;

/**
 * Remembers everything a test saw issued, and tells what was issued twice (promise G1).
 *
 * <p>Safe for any number of threads. Each identifier belongs to a scope, inside which it has to be unique: a counter for
 * numbers, a database for document ids. Record an identifier where it is <em>received</em>, before it is used, so that a
 * server that forgets cannot hide it.
 *
 * <p>Numbers cost a bit each where they are dense (a hundred million take about 15 MB) and are kept in pages of 4,096,
 * so that sparse ones cost a page each at most. Document ids are kept as strings, compared exactly: where names compare
 * without case, record their key form.
 */
public final class HistoryChecker {
    private static final int DUPLICATES_LISTED_MAX = 10;

    private final Map<String, Scope> scopes = new ConcurrentHashMap<>();
    private final Map<String, LongAdder> faults = new ConcurrentHashMap<>();
    private final LongAdder distinctNumbers = new LongAdder();
    private final LongAdder distinctIds = new LongAdder();
    private final LongAdder ranges = new LongAdder();
    private final LongAdder reservedNumbers = new LongAdder();
    private final LongAdder returns = new LongAdder();
    private final LongAdder returnedNumbers = new LongAdder();
    private final AtomicLong duplicates = new AtomicLong();
    private final Queue<Duplicate> firstDuplicates = new ConcurrentLinkedQueue<>();

    /** Creates a checker that saw nothing yet. */
    public HistoryChecker() {}

    /** Records that {@code [low, high]} of {@code scope} was reserved; it counts for the gaps only. */
    public void reserved(String scope, long low, long high) {
        if (high < low) {
            throw new IllegalArgumentException(
                    "a range must have low <= high: scope=" + scope + ", low=" + low + ", high=" + high);
        }
        ranges.increment();
        reservedNumbers.add(high - low + 1);
    }

    /** Records that {@code number} of {@code scope} was issued; returns whether it is the first time. */
    public boolean issued(String scope, long number) {
        return note(scopeOf(scope).add(number), distinctNumbers, scope, number);
    }

    /** Records that the document id {@code id} was issued in {@code scope}; returns whether it is the first time. */
    public boolean issued(String scope, String id) {
        return note(scopeOf(scope).ids.add(id), distinctIds, scope, id);
    }

    /** Records that the numbers of {@code scope} after {@code last}, up to {@code end}, were accepted back. */
    public void givenBack(String scope, long last, long end) {
        if (end < last) {
            throw new IllegalArgumentException(
                    "a return must have last <= end: scope=" + scope + ", last=" + last + ", end=" + end);
        }
        returns.increment();
        returnedNumbers.add(end - last);
    }

    /** Records that a fault of that kind happened: {@code "kill"}, {@code "delayed reply"}. */
    public void fault(String kind) {
        faults.computeIfAbsent(kind, any -> new LongAdder()).increment();
    }

    /**
     * Ends a scope: what it counted stays, the memory it took is freed. Nothing may be recorded in it afterwards, or at
     * the same time.
     */
    public void settle(String scope) {
        scopes.remove(scope);
    }

    /** Returns how many numbers and document ids were issued, duplicates included. */
    public long issuedCount() {
        return distinctNumbers.sum() + distinctIds.sum() + duplicates.get();
    }

    /** Returns how many of them had been issued before in the same scope. */
    public long duplicateCount() {
        return duplicates.get();
    }

    /** Returns how many ranges were reserved. */
    public long rangeCount() {
        return ranges.sum();
    }

    /** Returns how many returns were accepted. */
    public long returnCount() {
        return returns.sum();
    }

    /** Returns the first few duplicates, in about the order in which they were found. */
    public List<Duplicate> firstDuplicates() {
        return List.copyOf(firstDuplicates);
    }

    /**
     * Returns the share of numbers reserved, and not given back, that nobody was issued: 0 to 1, or NaN if no
     * reservation was recorded.
     */
    public double gapsShare() {
        long reserved = reservedNumbers.sum();
        if (reserved == 0) {
            return Double.NaN;
        }
        long owned = reserved - returnedNumbers.sum();

        // A broken rule gives back what was issued; then fewer numbers are owned than were issued, and none is a gap.
        return owned <= 0 ? 0 : Math.max(0, owned - distinctNumbers.sum()) / (double) owned;
    }

    /** Throws an {@link AssertionError} that lists the first few duplicates, if there are any. */
    public void requireNoDuplicates() {
        long count = duplicates.get();
        if (count > 0) {
            throw new AssertionError(String.format(
                    "no identifier may be issued twice: %,d of %,d were: %s%s",
                    count,
                    issuedCount(),
                    firstDuplicates.stream().map(Duplicate::toString).collect(Collectors.joining(", ")),
                    count > firstDuplicates.size() ? ", ..." : ""));
        }
    }

    /**
     * Returns what was found so far.
     *
     * @param trials how many independent attempts the run made, see {@link HistoryReport#upperBound95}
     */
    public HistoryReport report(String test, long seed, Duration duration, long trials) {
        Map<String, Long> faultCounts = faults.entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, kind -> kind.getValue().sum()));
        return new HistoryReport(
                test, seed, duration, trials, issuedCount(), faultCounts, duplicateCount(), gapsShare());
    }

    private Scope scopeOf(String name) {
        Scope known = scopes.get(name);
        return known != null ? known : scopes.computeIfAbsent(name, any -> new Scope());
    }

    private boolean note(boolean isNew, LongAdder distinct, String scope, Object id) {
        if (isNew) {
            distinct.increment();
        } else if (duplicates.getAndIncrement() < DUPLICATES_LISTED_MAX) {
            firstDuplicates.add(new Duplicate(scope, id.toString()));
        }
        return isNew;
    }

    /** What was issued inside one scope. Bits are set atomically, so that of two threads exactly one is the first. */
    private static final class Scope {
        private static final int WORD_BITS = 6;
        private static final int PAGE_BITS = 12;
        private static final int PAGE_WORDS = 1 << (PAGE_BITS - WORD_BITS);
        private static final VarHandle WORDS = MethodHandles.arrayElementVarHandle(long[].class);

        final Set<String> ids = ConcurrentHashMap.newKeySet();
        private final Map<Long, long[]> pages = new ConcurrentHashMap<>();

        boolean add(long number) {
            long[] page = pageOf(number >> PAGE_BITS);
            int word = (int) (number >> WORD_BITS) & (PAGE_WORDS - 1);
            long bit = 1L << number;
            return ((long) WORDS.getAndBitwiseOr(page, word, bit) & bit) == 0;
        }

        private long[] pageOf(long index) {
            long[] known = pages.get(index);
            return known != null ? known : pages.computeIfAbsent(index, any -> new long[PAGE_WORDS]);
        }
    }
}
