package io.mintmark.cli;

import io.mintmark.testkit.HistoryChecker;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What clients know for certain: the replies that arrived. What was asked and not answered may have happened or not.
 *
 * <p>Safe for any number of threads while clients record; {@link #verify} runs when none does.
 */
final class Acknowledged {
    private static final int LOST_LISTED_MAX = 10;
    private static final int IDS_PER_READ = 200;

    final HistoryChecker checker = new HistoryChecker();
    private final AtomicLong writes = new AtomicLong();
    private final AtomicLong lost = new AtomicLong();
    private final List<String> firstLost = new ArrayList<>();
    private final Map<String, Long> highestIssued = new ConcurrentHashMap<>();

    /** Documents of acknowledged puts by id, with their stamp; an empty stamp means acknowledged as deleted. */
    private final Map<String, String> documents = new ConcurrentHashMap<>();

    /** What a running server shows; a store to be checked. */
    interface Shown {
        /** Returns the stamps of those documents that are there, by id. */
        Map<String, String> read(Collection<String> ids) throws Exception;

        /** Returns where a HiLo counter stands. */
        long max(String tag) throws Exception;
    }

    void reserved(String tag, Calls.Range range) {
        writes.incrementAndGet();
        checker.reserved(tag, range.low(), range.high());
    }

    /** Records that the holder of a range uses its numbers from {@code low} to {@code high}. */
    void issued(String tag, long low, long high) {
        for (long number = low; number <= high; number++) {
            checker.issued(tag, number);
        }
        if (high >= low) {
            highestIssued.merge(tag, high, Math::max);
        }
    }

    /** Records the answer to a return; numbers whose return was refused stay their holder's for good. */
    void returned(String tag, Calls.Range range, long last, boolean accepted) {
        writes.incrementAndGet();
        if (accepted) {
            checker.givenBack(tag, last, range.high());
        } else {
            issued(tag, last + 1, range.high());
        }
    }

    void identity(String name, long number) {
        writes.incrementAndGet();
        checker.issued("identity " + name, number);
    }

    /** Records a document whose id the server made. */
    void storedNew(String id, String stamp) {
        checker.issued("documents", id);
        stored(id, stamp);
    }

    void stored(String id, String stamp) {
        writes.incrementAndGet();
        documents.put(id, stamp);
    }

    /** A delete was sent: until its answer arrives nobody knows. */
    void deleting(String id) {
        documents.remove(id);
    }

    void deleted(String id) {
        writes.incrementAndGet();
        documents.put(id, "");
    }

    long writes() {
        return writes.get();
    }

    long lost() {
        return lost.get();
    }

    List<String> firstLost() {
        return List.copyOf(firstLost);
    }

    /** Compares everything acknowledged with what is there. */
    void verify(Shown shown) throws Exception {
        List<String> ids = List.copyOf(documents.keySet());
        for (int from = 0; from < ids.size(); from += IDS_PER_READ) {
            List<String> some = ids.subList(from, Math.min(ids.size(), from + IDS_PER_READ));
            Map<String, String> found = shown.read(some);
            for (String id : some) {
                String expected = documents.getOrDefault(id, "");
                require(expected.equals(found.getOrDefault(id, "")), id + " must be '" + expected + "'");
            }
        }
        for (Map.Entry<String, Long> counter : new TreeMap<>(highestIssued).entrySet()) {
            long max = shown.max(counter.getKey());
            require(max >= counter.getValue(), counter + " was issued but Max is " + max);
        }
    }

    private void require(boolean kept, String what) {
        if (!kept && lost.getAndIncrement() < LOST_LISTED_MAX) {
            firstLost.add(what);
        }
    }

    /** Returns the acknowledged documents, deleted ones with an empty stamp. */
    Map<String, String> documents() {
        return new LinkedHashMap<>(documents);
    }

    Map<String, Long> highestIssued() {
        return Map.copyOf(highestIssued);
    }
}
