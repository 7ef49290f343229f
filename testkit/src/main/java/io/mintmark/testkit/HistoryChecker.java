package io.mintmark.testkit;

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
 * Remembers every identifier that a test saw issued, and finds those that were issued twice (promise G1).
 *
 * <p>Safe for any number of threads. Each identifier belongs to a scope in which it must be unique: a counter for
 * numbers, a database for document ids. Record an identifier where it is <em>received</em>, before it is used, so that
 * a server that forgets cannot hide it.
 *
 * <p>Dense numbers cost a bit each (a hundred million take about 15 MB). They are kept in pages of 4,096, so that a
 * sparse number costs at most a page. A page that is issued as part of one interval costs an entry and no bits: a
 * thousand million numbers in long intervals take about 15 MB. Document ids are kept as strings and compared exactly:
 * where names compare without case, record their key form.
 */
public final class HistoryChecker {
    private static final int DUPLICATES_LISTED_MAX = 10;

    private final Map<String, Scope> scopes = new ConcurrentHashMap<>();
    private final Map<String, LongAdder> faults = new ConcurrentHashMap<>();
    private final LongAdder distinctNumbers = new LongAdder();
    private final LongAdder distinctIds = new LongAdder();
    private final LongAdder ranges = new LongAdder();
    private final LongAdder returns = new LongAdder();
    private final LongAdder settledOwned = new LongAdder();
    private final LongAdder settledGaps = new LongAdder();
    private final AtomicLong duplicates = new AtomicLong();
    private final Queue<Duplicate> firstDuplicates = new ConcurrentLinkedQueue<>();

    /** Creates a checker with an empty history. */
    public HistoryChecker() {}

    /** Records that {@code [low, high]} of {@code scope} was reserved, which counts only for the gaps. */
    public void reserved(String scope, long low, long high) {
        requireOrder(scope, low, high);
        ranges.increment();
        scopeOf(scope).reserved.add(high - low + 1);
    }

    /** Records that {@code number} of {@code scope} was issued; returns whether it is the first time. */
    public boolean issued(String scope, long number) {
        Scope known = scopeOf(scope);
        boolean isNew = known.numbers.add(number);
        known.issued.add(isNew ? 1 : 0);
        return note(isNew, distinctNumbers, scope, number);
    }

    /**
     * Records that every number of {@code [low, high]} of {@code scope} was issued; returns whether it is the first
     * time for each of them. Each number counts as if it were recorded alone, and each that was issued before is a
     * duplicate.
     */
    public boolean issued(String scope, long low, long high) {
        requireOrder(scope, low, high);
        Scope known = scopeOf(scope);
        long added = known.numbers.addAll(low, high, (first, bits) -> noteRepeats(scope, first, bits));
        known.issued.add(added);
        distinctNumbers.add(added);
        return added == high - low + 1;
    }

    /** Records that the document id {@code id} was issued in {@code scope}; returns whether it is the first time. */
    public boolean issued(String scope, String id) {
        return note(scopeOf(scope).ids.add(id), distinctIds, scope, id);
    }

    /** Records that a return of the numbers of {@code scope} above {@code last}, up to {@code end}, was accepted. */
    public void givenBack(String scope, long last, long end) {
        if (end < last) {
            throw new IllegalArgumentException(
                    "a return must have last <= end: scope=" + scope + ", last=" + last + ", end=" + end);
        }
        returns.increment();
        scopeOf(scope).returned.add(end - last);
    }

    /** Records that a fault of that kind happened: {@code "kill"}, {@code "delayed reply"}. */
    public void fault(String kind) {
        faults.computeIfAbsent(kind, any -> new LongAdder()).increment();
    }

    /**
     * Ends a scope: its counts stay, and its memory is freed. Nothing may be recorded in it afterwards or at the same
     * time.
     */
    public void settle(String scope) {
        Scope settled = scopes.remove(scope);
        if (settled != null) {
            settledOwned.add(settled.owned());
            settledGaps.add(settled.gaps());
        }
    }

    /** Returns the number of issued numbers and document ids, with duplicates. */
    public long issuedCount() {
        return distinctNumbers.sum() + distinctIds.sum() + duplicates.get();
    }

    /** Returns the number of identifiers that had been issued before in the same scope. */
    public long duplicateCount() {
        return duplicates.get();
    }

    /** Returns the number of reserved ranges. */
    public long rangeCount() {
        return ranges.sum();
    }

    /** Returns the number of accepted returns. */
    public long returnCount() {
        return returns.sum();
    }

    /** Returns the first few duplicates, in about the order in which they were found. */
    public List<Duplicate> firstDuplicates() {
        return List.copyOf(firstDuplicates);
    }

    /**
     * Returns the share of reserved numbers that were neither given back nor issued in their scope: 0 to 1, or NaN if
     * no reservation was recorded. Numbers of a scope without any reservation do not count.
     */
    public double gapsShare() {
        if (ranges.sum() == 0) {
            return Double.NaN;
        }
        long owned = settledOwned.sum()
                + scopes.values().stream().mapToLong(Scope::owned).sum();
        long gaps = settledGaps.sum()
                + scopes.values().stream().mapToLong(Scope::gaps).sum();
        return owned == 0 ? 0 : gaps / (double) owned;
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
     * Returns a report on the history so far.
     *
     * @param trials the number of independent attempts in the run, see {@link HistoryReport#upperBound95}
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

    private static void requireOrder(String scope, long low, long high) {
        if (high < low) {
            throw new IllegalArgumentException(
                    "a range must have low <= high: scope=" + scope + ", low=" + low + ", high=" + high);
        }
    }

    private void noteRepeats(String scope, long first, long bits) {
        long before = duplicates.getAndAdd(Long.bitCount(bits));
        for (long rest = bits; rest != 0 && before < DUPLICATES_LISTED_MAX; rest &= rest - 1) {
            firstDuplicates.add(new Duplicate(scope, Long.toString(first + Long.numberOfTrailingZeros(rest))));
            before++;
        }
    }

    private boolean note(boolean isNew, LongAdder distinct, String scope, Object id) {
        if (isNew) {
            distinct.increment();
        } else if (duplicates.getAndIncrement() < DUPLICATES_LISTED_MAX) {
            firstDuplicates.add(new Duplicate(scope, id.toString()));
        }
        return isNew;
    }

    /** The identifiers that were issued in one scope. */
    private static final class Scope {
        final Set<String> ids = ConcurrentHashMap.newKeySet();
        final IssuedNumbers numbers = new IssuedNumbers();
        final LongAdder issued = new LongAdder();
        final LongAdder reserved = new LongAdder();
        final LongAdder returned = new LongAdder();

        /**
         * A broken rule gives issued numbers back; then fewer numbers are owned than were issued, and none is a gap.
         */
        long owned() {
            return Math.max(0, reserved.sum() - returned.sum());
        }

        long gaps() {
            return Math.max(0, owned() - issued.sum());
        }
    }
}
