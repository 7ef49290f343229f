package io.mintmark.storage.bucket;

import io.mintmark.document.Bucket;
import io.mintmark.document.DocumentId;
import io.mintmark.document.KeyForm;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A store as some services offer one. It compares and sets one row, or several of one bucket; it adds one to a number;
 * and it says nothing of two buckets together. What is read to be compared later may be old. Safe for any number of
 * threads.
 */
final class BucketRows {
    private final BucketMistake mistake;
    private final Map<Place, BucketRow> rows = new HashMap<>();
    /** What a row was before its last change, for the next one who reads it. */
    private final Map<Place, @Nullable BucketRow> old = new HashMap<>();

    private final Map<String, AtomicLong> numbers = new ConcurrentHashMap<>();
    private final Map<String, String> spellings = new ConcurrentHashMap<>();
    private long writes;

    BucketRows(BucketMistake mistake) {
        this.mistake = mistake;
    }

    /**
     * Where a row lies.
     *
     * @param bucket the only thing that rows of one change may not differ in
     */
    record Place(int bucket, String key) {
        private static final String IDENTITY = "identity ";

        static Place of(DocumentId id) {
            return new Place(Bucket.of(id).number(), id.key());
        }

        static Place ofIdentity(String key) {
            return new Place(Math.floorMod(key.hashCode(), Bucket.COUNT), IDENTITY + key);
        }

        /** Returns the key of an identity. */
        String identity() {
            return key.substring(IDENTITY.length());
        }
    }

    /** One row of a change: what it must be, and what it becomes; null where there is none. */
    record Change(
            Place place,
            @Nullable BucketRow expected,
            @Nullable BucketRow next) {}

    /** Returns a row as it is. */
    synchronized @Nullable BucketRow read(Place place) {
        return rows.get(place);
    }

    /** Returns a row as it is, or as it was before. */
    synchronized @Nullable BucketRow readToCompare(Place place) {
        return old.containsKey(place) ? old.remove(place) : rows.get(place);
    }

    /**
     * Sets all rows if each is what it must be, and runs {@code after} then, before any later change; else does nothing.
     *
     * @return whether it did
     */
    synchronized boolean compareAndSet(Collection<Change> changes, Runnable after) {
        if (changes.stream().map(change -> change.place().bucket()).distinct().count() > 1) {
            throw new IllegalArgumentException("no change is atomic over several buckets: " + changes);
        }
        if (!changes.stream().allMatch(change -> isAsExpected(change, rows.get(change.place())))) {
            return false;
        }
        changes.stream().filter(change -> change.next() != change.expected()).forEach(this::set);
        after.run();
        return true;
    }

    private boolean isAsExpected(Change change, @Nullable BucketRow actual) {
        return mistake == BucketMistake.SETS_WITHOUT_COMPARING || change.expected() == actual;
    }

    private void set(Change change) {
        BucketRow before =
                change.next() == null ? rows.remove(change.place()) : rows.put(change.place(), change.next());
        old.put(change.place(), before);
        writes++;
    }

    /** Adds one to a number and returns it. */
    long next(String number) {
        return numbers.computeIfAbsent(number, any -> new AtomicLong()).incrementAndGet();
    }

    long last(String number) {
        return numbers.computeIfAbsent(number, any -> new AtomicLong()).get();
    }

    /** Returns how a name was spelt that came first, which is this one if none did. */
    String spelling(String name) {
        return spellings.computeIfAbsent(KeyForm.of(name), any -> name);
    }

    /** Returns how often a row was set. */
    synchronized long writes() {
        return writes;
    }

    /** Returns all rows, each as it was at some moment. */
    synchronized List<Map.Entry<Place, BucketRow>> all() {
        return new ArrayList<>(Map.copyOf(rows).entrySet());
    }
}
