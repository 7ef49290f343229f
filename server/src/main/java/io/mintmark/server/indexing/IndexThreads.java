package io.mintmark.server.indexing;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * The indexes of one database that are computed here, each with its thread. Changed under its owner's lock, and read by
 * any thread.
 */
final class IndexThreads {
    private final Function<IndexEntry, IndexThread> making;
    private final Map<Long, IndexThread> threads = new ConcurrentHashMap<>();
    /** Those whose work did not fit when the list was followed last. */
    private final Set<Long> stopped = new HashSet<>();

    /** Begins without any; {@code making} makes one, which is started here. */
    IndexThreads(Function<IndexEntry, IndexThread> making) {
        this.making = making;
    }

    /**
     * Gives each index that is computed here a thread, and ends those of indexes that are gone, or another node's.
     */
    void adjust(IndexList list, IndexSharing sharing) {
        threads.forEach((number, thread) -> {
            boolean isOthers = !sharing.holds(number) || (sharing.isShared() && thread.isReplaced());
            if (isOthers || list.find(number).isEmpty()) {
                thread.worker().close();
                threads.remove(number);
            }
        });
        for (IndexEntry entry : list.entries()) {
            if (sharing.holds(entry.number())) {
                attend(entry, sharing.isShared());
            }
        }
        wakeAll();
    }

    private void attend(IndexEntry entry, boolean isShared) {
        IndexThread thread = threads.computeIfAbsent(entry.number(), number -> {
            IndexThread made = making.apply(entry);
            made.start();
            return made;
        });
        boolean isLeaving = entry.phase() == IndexEntry.Phase.LEAVING;
        boolean goesOnAgain = entry.stopped() == null && stopped.remove(entry.number());
        if (entry.stopped() != null) {
            stopped.add(entry.number());
        }
        if (entry.rests() && !isLeaving) {
            thread.worker().pause();
        } else if (isLeaving || isShared || goesOnAgain) {
            // What leaves has no name any more by which somebody could start it.
            thread.worker().resume();
        }
    }

    void wakeAll() {
        threads.values().forEach(thread -> thread.worker().wake());
    }

    void wakeAllBut(long index) {
        threads.forEach((number, thread) -> {
            if (number != index) {
                thread.worker().wake();
            }
        });
    }

    Optional<IndexThread> find(long number) {
        return Optional.ofNullable(threads.get(number));
    }

    boolean areBusy() {
        return threads.values().stream().anyMatch(IndexThread::isBusy);
    }

    /** Returns all of them, which are the caller's to end. */
    List<IndexThread> takeAll() {
        List<IndexThread> all = List.copyOf(threads.values());
        threads.clear();
        return all;
    }
}
