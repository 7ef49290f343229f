package io.mintmark.server.indexing;

import io.mintmark.internal.DaemonThreads;
import io.mintmark.internal.Ticker;
import io.mintmark.internal.Uninterruptibly;
import io.mintmark.server.databases.IndexState;
import java.time.Instant;
import java.util.function.LongUnaryOperator;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One index with the thread that works for it. Thread-safe. */
final class IndexThread {
    private final IndexWorker worker;
    private final Thread thread;
    private volatile @Nullable Instant indexed;

    IndexThread(String database, String index, Supplier<IndexPhases> life, LongUnaryOperator rest) {
        worker = new IndexWorker(database + "/" + index, life, rest, Ticker.SYSTEM);
        thread = DaemonThreads.thread(IndexThread.class, "mintmark-index-" + database + "-" + index, worker);
    }

    void start() {
        thread.start();
    }

    IndexWorker worker() {
        return worker;
    }

    void caughtUp(Instant now) {
        indexed = now;
    }

    /** Returns whether its worker has ended because somebody else went on with the index. */
    boolean isReplaced() {
        return worker.state() == IndexWorker.State.REPLACED;
    }

    /** Returns whether it has something to do and gets on with it. */
    boolean isBusy() {
        return worker.state() == IndexWorker.State.RUNNING && worker.isStale() && worker.failure() == null;
    }

    IndexState state(IndexEntry entry) {
        RuntimeException failure = worker.failure();
        String why = failure == null ? null : String.valueOf(failure.getMessage());
        return new IndexState(
                entry.shownName(),
                entry.type(),
                entry.priority().wireName(),
                worker.state() == IndexWorker.State.PAUSED ? IndexState.Status.PAUSED : IndexState.Status.RUNNING,
                worker.isStale() || entry.isBeingCleared(),
                indexed,
                entry.stopped() == null ? why : entry.stopped());
    }

    /** Returns once its thread has ended, which was told to. */
    void join() {
        Uninterruptibly.run(thread::join);
    }
}
