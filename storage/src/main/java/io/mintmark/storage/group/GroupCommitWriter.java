package io.mintmark.storage.group;

import io.mintmark.internal.DaemonThreads;
import io.mintmark.internal.Ticker;
import io.mintmark.internal.Uninterruptibly;
import io.mintmark.storage.StorageBusyException;
import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.evaluation.GroupUndoneException;
import io.mintmark.storage.evaluation.GroupUnknownException;
import io.mintmark.support.Party;
import io.mintmark.support.Pending;
import io.mintmark.support.limits.Limits;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one thread that writes to a database, and the queue before it.
 *
 * <p><b>Why a group.</b> A commit waits for the disk, as long for one row as for a hundred. While one group commits,
 * requests queue up; the next group takes them into one transaction. The slower the disk, the larger the groups, so
 * throughput holds while the delay grows.
 *
 * <p><b>Why it is safe.</b> A piece of work is answered only after the COMMIT that carries it returned, and with
 * {@code synchronous=FULL} that means after its sync. Work that is refused undoes itself inside the transaction and
 * does not disturb its neighbours. Work that fails for the engine's own reasons (a full disk, an I/O error), or a
 * commit that fails, leaves the transaction's fate unknown: every piece of the group is told so, and the writer closes
 * until the database is opened again, because what memory believes may no longer be what the file holds. A group of
 * which the store says that nothing happened is run again, or refused without a trace ({@link GroupReplay}).
 *
 * <p><b>Why nobody waits for ever.</b> {@link #refusal} is set before {@link #ended}, and {@link #ended} before the
 * thread empties the queue for the last time. A caller that adds work and then sees {@link #ended} empties the queue,
 * too; one that does not see it added its work before that last time. The thread ends in this way whatever it dies of:
 * what is needed to fail was made before, and what is needed to tell of a success is made before its COMMIT.
 */
public final class GroupCommitWriter implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(GroupCommitWriter.class);
    private static final long IDLE_MILLIS = 1_000;
    /** Pieces that are refused together when the engine cannot be reached. */
    private static final int QUEUED_MAX = 10_000;

    private final String shown;
    private final GroupStore store;
    private final WriteQueue queue;
    private final GroupFilling filling;
    private final Ticker ticker;
    private final Thread thread;
    private final CommitCallbacks callbacks;
    private final GroupReplay replay;
    private final List<PendingWork<?>> group = new ArrayList<>(GroupFilling.PIECES_MAX);
    private final WriterFailure failures;

    private volatile @Nullable StorageFailedException refusal;
    private volatile boolean failed;
    /** Why not even reads are answered any more. */
    private volatile @Nullable StorageFailedException fenced;

    private volatile boolean ended;
    private boolean finished;
    private long syncNanos;

    /**
     * Creates the writer of the database {@code name}, which closes {@code store} in the end; {@link #start} starts it.
     */
    public GroupCommitWriter(String name, GroupStore store, Limits limits, Ticker ticker) {
        this(name, store, limits, ticker, new CommitCallbacks("mintmark-replies-" + name), ReplayPause.SYSTEM);
    }

    /** Creates the same: it tells of commits by {@code callbacks}, and waits by {@code pause} before another try. */
    GroupCommitWriter(
            String name, GroupStore store, Limits limits, Ticker ticker, CommitCallbacks callbacks, ReplayPause pause) {
        this.shown = store.shown(name);
        this.store = store;
        this.ticker = ticker;
        this.queue = new WriteQueue(limits);
        this.filling = new GroupFilling(store, queue, ticker);
        thread =
                DaemonThreads.thread(GroupCommitWriter.class, "mintmark-" + store.threadName() + "-" + name, this::run);
        this.callbacks = callbacks;
        replay = new GroupReplay(shown, this::commitAgain, callbacks, ticker, pause);
        failures = new WriterFailure(shown, store);
    }

    /** Starts its thread. */
    public void start() {
        thread.start();
    }

    /**
     * Queues work that holds {@code bytes} of documents, waiting only for room in the queue; refuses it without a trace
     * if there is none. The caller awaits its result.
     */
    public <T> Pending<T> submit(Party party, long bytes, Work<T> work) {
        requireOpen();
        party.beforeWaiting().run();
        PendingWork<T> pending = new PendingWork<>(work, party.key(), bytes);
        if (!queue.put(pending)) {
            throw new StorageBusyException("More is waiting to be written to the " + shown
                    + " than may wait, and nothing of this request was done: try again in a moment.");
        }
        if (ended) {
            failQueued();
        }
        return pending;
    }

    /** Requires that it takes work, as {@link #submit} does. */
    public void requireOpen() {
        StorageFailedException reason = refusal;
        if (reason != null) {
            throw reason.again();
        }
    }

    /** Returns whether the store failed, so that nothing is written until the database is opened again. */
    public boolean hasFailed() {
        return failed;
    }

    /** Returns why this server may not even read the database any more, or null as long as it owns it. */
    @Nullable StorageFailedException fenced() {
        return fenced;
    }

    private void run() {
        try {
            while (!failed && (refusal == null || !queue.isEmpty())) {
                writeNextOrFail();
            }
        } finally {
            ended = true;
            failQueued();
        }
    }

    /**
     * Writes the next group, if anything waits, on the caller's thread in place of the writer's own; returns whether
     * more waits.
     */
    boolean runNext() {
        if (!queue.isEmpty()) {
            writeNextOrFail();
        }
        if (failed) {
            ended = true;
            failQueued();
        }
        return !queue.isEmpty();
    }

    private void writeNextOrFail() {
        try {
            writeNext();
        } catch (InterruptedException | RuntimeException | Error e) {
            fail(e);
        }
    }

    private void writeNext() throws InterruptedException {
        PendingWork<?> first = queue.take(IDLE_MILLIS);
        if (first != null) {
            commit(first);
            group.clear();
            // After the clearing: what is answered must not be told a second time how it went.
            store.afterCommit();
        }
        if (queue.isEmpty()) {
            store.tidyWhileIdle();
        }
    }

    private void commit(PendingWork<?> first) {
        // Whatever fails from here on must find it in the group.
        group.add(first);
        try {
            commitOrReplay();
        } catch (GroupUnknownException unknown) {
            refuseUnknown(unknown);
        }
    }

    private void commitOrReplay() {
        try {
            store.begin();
            filling.run(group, syncNanos);
            commit(group);
        } catch (GroupUndoneException undone) {
            GroupUndoneException unreachable = replay.run(group, undone);
            if (unreachable != null) {
                addQueued();
                replay.refuse(group, unreachable);
            }
        }
    }

    /** What is left of the group is what nobody answered yet. */
    private void refuseUnknown(GroupUnknownException unknown) {
        StorageFailedException reason = failures.unknown(unknown);
        LOG.error("{}", reason.getMessage(), unknown.getCause());
        replay.refuse(group, reason::again);
    }

    private void commitAgain(List<PendingWork<?>> part) {
        store.begin();
        filling.runAgain(part);
        commit(part);
    }

    private void commit(List<PendingWork<?>> pieces) {
        store.tidyIfOverdue();
        CommitCallbacks.Batch next = new CommitCallbacks.Batch(pieces.size());
        long begun = ticker.nanos();
        store.commit();
        syncNanos = ticker.nanos() - begun;
        for (PendingWork<?> work : pieces) {
            next.add(work.publish());
        }
        callbacks.run(next);
    }

    /** What came while the engine was tried would wait as long again for the same answer. */
    private void addQueued() {
        PendingWork<?> work = queue.poll();
        for (int i = 0; work != null; i++) {
            group.add(work);
            work = i < QUEUED_MAX ? queue.poll() : null;
        }
    }

    /** A database may be deleted at any time, and whoever does it knows. */
    private static void log(StorageFailedException reason, Throwable thrown) {
        if (WriterFailure.isDeleted(thrown)) {
            LOG.info("{}", reason.getMessage());
        } else {
            LOG.error("{}", reason.getMessage(), WriterFailure.causeOf(thrown));
        }
    }

    /** Stops for good; nothing that goes wrong here keeps anybody waiting. */
    private void fail(Throwable thrown) {
        StorageFailedException reason = failures.reason(thrown);
        if (WriterFailure.isOwnerLost(thrown)) {
            fenced = reason;
        }
        refusal = reason;
        failed = true;
        try {
            log(reason, thrown);
        } catch (RuntimeException | Error worse) {
            // The waiting callers are told all the same.
        }
        abandon();
        for (PendingWork<?> work : group) {
            fail(work);
        }
    }

    /** An open transaction would keep others from the file, who may be its owners now. */
    private void abandon() {
        try {
            store.abandon();
        } catch (RuntimeException | Error none) {
            // There is no transaction any more, or no way to end it but to close the connection.
        }
    }

    private void failQueued() {
        PendingWork<?> work;
        while ((work = queue.poll()) != null) {
            fail(work);
        }
    }

    private void fail(PendingWork<?> work) {
        StorageFailedException reason = refusal;
        Runnable callback = work.fail(reason == null ? failures.lastWords() : reason);
        if (callback != null) {
            // Here and now: there is nothing else left to do, and a list or a thread for it may be too much to ask for.
            CommitCallbacks.runOne(callback);
        }
    }

    /** Finishes what is queued and marks the database as left in order, if it can; takes nothing more. */
    void finish() {
        if (finished) {
            return;
        }
        finished = true;
        if (refusal == null) {
            refusal = new StorageFailedException("The " + shown + " is closed: open it again to use it.");
        }
        queue.wake();
        Uninterruptibly.run(thread::join);
        failQueued();
        callbacks.close();
        if (!failed) {
            try {
                store.leaveInOrder();
            } catch (RuntimeException | Error e) {
                failed = true;
                LOG.warn(
                        "The {} could not be left in order; it recovers when opened.", shown, WriterFailure.causeOf(e));
                abandon();
            }
        }
    }

    /** Closes the store, after {@link #finish}. */
    @Override
    public void close() {
        finish();
        try {
            store.close();
        } catch (RuntimeException | Error e) {
            LOG.warn("The {} could not be closed in order; it recovers when opened.", shown, WriterFailure.causeOf(e));
        }
    }
}
