package io.mintmark.server.indexes;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/** The indexes of one database that are computed here, each with its thread. Changed under its owner's lock, and read by any thread. */
final class IndexRunners {
    private final Function<IndexEntry, IndexRunner> making;
    private final Map<Long, IndexRunner> runners = new ConcurrentHashMap<>();

    /** Begins without any; {@code making} makes one, which is started here. */
    IndexRunners(Function<IndexEntry, IndexRunner> making) {
        this.making = making;
    }

    /**
     * Gives each index that is computed here a thread, and ends those of indexes that are gone, or another node's.
     *
     * @param here which indexes are computed here; null where one server has the database to itself
     */
    void adjust(IndexList list, @Nullable LongPredicate here) {
        runners.forEach((number, runner) -> {
            boolean isOthers = here != null && (!here.test(number) || runner.isReplaced());
            if (isOthers || list.find(number).isEmpty()) {
                runner.worker().close();
                runners.remove(number);
            }
        });
        for (IndexEntry entry : list.entries()) {
            if (here == null || here.test(entry.number())) {
                attend(entry, here != null);
            }
        }
        wakeAll();
    }

    private void attend(IndexEntry entry, boolean isShared) {
        IndexRunner runner = runners.computeIfAbsent(entry.number(), number -> {
            IndexRunner made = making.apply(entry);
            made.start();
            return made;
        });
        boolean isLeaving = entry.phase() == IndexEntry.Phase.LEAVING;
        if (entry.paused() && !isLeaving) {
            runner.worker().pause();
        } else if (isLeaving || isShared) {
            // What leaves has no name any more by which somebody could start it.
            runner.worker().resume();
        }
    }

    void wakeAll() {
        runners.values().forEach(runner -> runner.worker().wake());
    }

    void wakeAllBut(long index) {
        runners.forEach((number, runner) -> {
            if (number != index) {
                runner.worker().wake();
            }
        });
    }

    Optional<IndexRunner> find(long number) {
        return Optional.ofNullable(runners.get(number));
    }

    boolean areBusy() {
        return runners.values().stream().anyMatch(IndexRunner::isBusy);
    }

    /** Returns all of them, which are the caller's to end. */
    List<IndexRunner> takeAll() {
        List<IndexRunner> all = List.copyOf(runners.values());
        runners.clear();
        return all;
    }
}
