package io.mintmark.server.indexing;

import io.mintmark.document.KeyForm;
import io.mintmark.internal.Ticker;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Waits for indexes in the order in which they feed each other: what one writes, the next one has read in the end.
 *
 * @param indexes who works for them
 * @param list as it was when somebody began to wait
 * @param givenUp completed when nobody waits any more
 */
record IndexWait(DatabaseIndexes indexes, IndexList list, CompletableFuture<Void> givenUp) {
    /** Stands for indexes of which nothing is known. */
    private static final String UNKNOWN = "those that other nodes put, because the store does not say which";

    /** Returns the names of indexes that have not followed everything when the ticker shows {@code end}. */
    CompletableFuture<List<String>> run(Collection<String> names, long end) {
        CompletableFuture<List<String>> late = CompletableFuture.completedFuture(List.of());
        for (IndexEntry entry : ordered(wanted(names))) {
            late = late.thenCompose(before -> follow(entry, before, end));
        }
        return late;
    }

    /** Each begins to be waited for when the one before has written all: that counts as committed before. */
    private CompletableFuture<List<String>> follow(IndexEntry entry, List<String> before, long end) {
        long left = Math.max(0, end - Ticker.SYSTEM.nanos());
        return indexes.whenCaughtUp(entry)
                .map(reached -> within(reached, left, givenUp)
                        .thenApply(isIndexed -> isIndexed ? before : with(before, entry.name())))
                .orElse(CompletableFuture.completedFuture(before));
    }

    /** Completes {@code reached} with false after so many nanoseconds, or when the wait is given up; returns it. */
    static CompletableFuture<Boolean> within(
            CompletableFuture<Boolean> reached, long nanos, CompletableFuture<Void> givenUp) {
        CompletableFuture<?> ignored = givenUp.whenComplete((any, failure) -> reached.complete(false));
        return reached.completeOnTimeout(false, nanos, TimeUnit.NANOSECONDS);
    }

    /** Returns the names of indexes that may not have followed, where the store did not say in time which there are. */
    List<String> late(Collection<String> names) {
        List<String> known =
                wanted(List.of()).stream().map(IndexEntry::name).distinct().toList();
        return !names.isEmpty() ? List.copyOf(names) : known.isEmpty() ? List.of(UNKNOWN) : known;
    }

    private static List<String> with(List<String> before, String name) {
        List<String> all = new ArrayList<>(before);
        if (!all.contains(name)) {
            all.add(name);
        }
        return all;
    }

    private List<IndexEntry> wanted(Collection<String> names) {
        List<IndexEntry> wanted = new ArrayList<>();
        for (String name : names) {
            list.find(name).ifPresent(wanted::add);
        }
        if (names.isEmpty()) {
            list.entries().stream()
                    .filter(entry -> entry.phase() != IndexEntry.Phase.LEAVING)
                    .forEach(wanted::add);
        }
        return wanted;
    }

    /** Those that feed an index come before it; there are no circles. */
    private List<IndexEntry> ordered(List<IndexEntry> wanted) {
        List<IndexEntry> ordered = new ArrayList<>();
        wanted.forEach(entry -> add(entry, ordered, new HashSet<>()));
        return ordered;
    }

    private void add(IndexEntry entry, List<IndexEntry> ordered, Set<Long> onTheWay) {
        if (ordered.contains(entry) || !onTheWay.add(entry.number())) {
            return;
        }
        for (IndexEntry other : list.entries()) {
            if (other.phase() != IndexEntry.Phase.LEAVING && feeds(other, entry)) {
                add(other, ordered, onTheWay);
            }
        }
        ordered.add(entry);
    }

    private static boolean feeds(IndexEntry other, IndexEntry entry) {
        Set<String> written = new HashSet<>();
        other.outputs().outputs().collections().forEach(name -> written.add(KeyForm.of(name)));
        return entry.sources().stream().map(KeyForm::of).anyMatch(written::contains);
    }
}
