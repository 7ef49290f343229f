package io.mintmark.cli;

import io.mintmark.testkit.HistoryChecker;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What clients know for certain: the replies that arrived. What was asked and not answered may have happened or not.
 *
 * <p>Safe for any number of threads while clients record; {@link LossCheck} looks when none does.
 */
final class Acknowledged {
    final HistoryChecker checker = new HistoryChecker();
    private final AtomicLong writes = new AtomicLong();
    private final AtomicLong unanswered = new AtomicLong();
    private final Map<String, Long> highestIssued = new ConcurrentHashMap<>();

    /** Documents of acknowledged puts by id, with their stamp; an empty stamp means acknowledged as deleted. */
    private final Map<String, String> documents = new ConcurrentHashMap<>();

    private final Set<String> changed = ConcurrentHashMap.newKeySet();

    void reserved(String tag, Calls.Range range) {
        writes.incrementAndGet();
        checker.reserved(tag, range.low(), range.high());
    }

    /** Records that the holder of a range uses its numbers from {@code low} to {@code high}. */
    void issued(String tag, long low, long high) {
        if (high >= low) {
            checker.issued(tag, low, high);
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
        changed.add(id);
    }

    /** A delete was sent: until its answer arrives nobody knows. */
    void deleting(String id) {
        documents.remove(id);
        changed.remove(id);
    }

    void deleted(String id) {
        writes.incrementAndGet();
        documents.put(id, "");
        changed.add(id);
    }

    long writes() {
        return writes.get();
    }

    /** A call ended without a reply while its server was there: what became of it is unknown. */
    void unanswered() {
        unanswered.incrementAndGet();
    }

    long unansweredCalls() {
        return unanswered.get();
    }

    /** Returns the ids of all acknowledged documents, deleted ones too. */
    List<String> documents() {
        return List.copyOf(documents.keySet());
    }

    /** Returns those whose last acknowledged write is younger than the last {@link #forgetChanged}. */
    List<String> changed() {
        return List.copyOf(changed);
    }

    void forgetChanged() {
        changed.clear();
    }

    /** Returns the stamp that the document must have; an empty one if it must not be there. */
    String stamp(String id) {
        return documents.getOrDefault(id, "");
    }

    Map<String, Long> highestIssued() {
        return new TreeMap<>(highestIssued);
    }
}
