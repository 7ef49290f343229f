package io.mintmark.server.indexing;

import io.mintmark.MintmarkException;
import io.mintmark.internal.DaemonThreads;
import io.mintmark.internal.FailureText;
import io.mintmark.internal.Ticker;
import io.mintmark.internal.Uninterruptibly;
import io.mintmark.server.databases.IndexState;
import io.mintmark.storage.index.SharedIndexes;
import io.mintmark.storage.index.SharedLook;
import io.mintmark.storage.index.SharedLook.Holder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the indexes of one database in step with the other nodes, where several share it: on a thread of its own it
 * looks how they stand, claims those that nobody computes, and leaves those that another node took over.
 *
 * <p>It looks once a second while there are indexes, sooner when it is poked, and often while somebody waits for an
 * index or other nodes write much. Nothing depends on a look for being right: each commit of an index is judged by the
 * store. Thread-safe.
 */
final class IndexHerald implements IndexSharing {
    private static final Logger LOG = LoggerFactory.getLogger(IndexHerald.class);

    private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long BUSY_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long WAITED_FOR_NANOS = TimeUnit.MILLISECONDS.toNanos(25);

    /** How long other nodes are expected to go on writing. */
    private static final long BUSY_FOR_NANOS = TimeUnit.SECONDS.toNanos(3);

    /** Works for the indexes of the list. */
    interface Owner {
        /** Reads the list anew if it has not that version; returns it. */
        IndexList follow(long version);

        /** Begins or ends the work for indexes, now that this node computes {@link #holds others}. */
        void holdsOthers();

        /** Returns who works for an index here, or null if nobody does. */
        @Nullable IndexWorker worker(long number);
    }

    private final SharedIndexes shared;
    private final Owner owner;
    private final WakeupSignal poke = new WakeupSignal();
    private final IndexArrivals arrivals;
    private final Thread thread;
    private final Set<Long> held = ConcurrentHashMap.newKeySet();
    private final Map<Long, String> reported = new HashMap<>();
    private SharedLook last = IndexArrivals.NOTHING;
    private long busyUntil = Ticker.SYSTEM.nanos();
    private boolean hasIndexes;
    private boolean troubled;
    private final IndexTrouble trouble;

    IndexHerald(String database, SharedIndexes shared, Owner owner) {
        this.trouble = new IndexTrouble(
                LOG,
                Ticker.SYSTEM,
                "how indexes of " + database + " stand at other nodes cannot be read, and is tried again");
        this.shared = shared;
        this.owner = owner;
        this.arrivals = new IndexArrivals(poke);
        this.thread = DaemonThreads.thread(IndexHerald.class, "mintmark-indexes-" + database, this::run);
    }

    void start() {
        shared.whenHeard(poke::now);
        thread.start();
    }

    @Override
    public boolean isShared() {
        return true;
    }

    /** Looks soon. */
    @Override
    public void poke() {
        poke.now();
    }

    @Override
    public boolean holds(long number) {
        return held.contains(number);
    }

    @Override
    public Optional<CompletableFuture<Boolean>> whenCaughtUp(long number, Optional<CompletableFuture<Boolean>> here) {
        return Optional.of(arrivals.of(number, here));
    }

    @Override
    public CompletableFuture<Boolean> whenListed() {
        return arrivals.ofList();
    }

    private void run() {
        while (poke.await(pause())) {
            try {
                look();
                troubled = false;
                trouble.over();
            } catch (RuntimeException e) {
                // Whatever it is, the next look may succeed.
                trouble.failed(e);
                troubled = true;
            } catch (Error e) {
                // A thread that ended would leave indexes that nobody claims, and says nothing.
                trouble.failed(new IllegalStateException("It failed: " + FailureText.of(e), e));
                troubled = true;
            }
        }
        arrivals.close();
    }

    /** Returns for how long it does not look unless it is poked; 0 if until then. */
    private long pause() {
        if (troubled) {
            return IDLE_NANOS;
        }
        if (arrivals.areAwaited()) {
            return WAITED_FOR_NANOS;
        }
        if (!held.isEmpty() && Ticker.SYSTEM.nanos() - busyUntil < 0) {
            return BUSY_NANOS;
        }
        return hasIndexes ? IDLE_NANOS : 0;
    }

    private void look() {
        List<IndexArrivals.Waiting> asked = arrivals.asked();
        SharedLook look = shared.look();
        if (!look.elsewhere().equals(last.elsewhere())) {
            busyUntil = Ticker.SYSTEM.nanos() + BUSY_FOR_NANOS;
        }
        last = look;
        IndexList list = owner.follow(look.version());
        hasIndexes = !list.entries().isEmpty();
        Set<Long> before = Set.copyOf(held);
        try {
            held.removeIf(number -> list.find(number).isEmpty());
            for (IndexEntry entry : list.entries()) {
                SharedLook.State state = look.indexes().get(entry.number());
                if (state != null) {
                    judge(entry.number(), state.holder());
                }
            }
        } finally {
            // Also where a claim could not be made: those that were made before it hold.
            if (!held.equals(before)) {
                owner.holdsOthers();
            }
        }
        held.forEach(number -> attend(number, look));
        arrivals.settle(asked, look);
    }

    /** Begins or ends to compute an index. */
    private void judge(long number, Holder holder) {
        boolean isHere = holder == Holder.HERE || (holder == Holder.NOBODY && shared.claim(number));
        if (isHere) {
            held.add(number);
        } else {
            held.remove(number);
            reported.remove(number);
        }
    }

    /** Tells the others why an index does not get on, and its worker what it did not hear of. */
    private void attend(long number, SharedLook look) {
        IndexWorker worker = owner.worker(number);
        if (worker == null) {
            return;
        }
        if (worker.state() == IndexWorker.State.REPLACED) {
            // It was away while another node had the index, which is this one's again.
            owner.holdsOthers();
            return;
        }
        SharedLook.State state = look.indexes().get(number);
        if (state != null && !state.position().covers(look.written()) && !worker.isStale()) {
            worker.wake();
        }
        RuntimeException failure = worker.failure();
        String said = failure == null ? "" : String.valueOf(failure.getMessage());
        if (!said.equals(reported.getOrDefault(number, ""))) {
            shared.report(number, failure == null ? null : said);
            reported.put(number, said);
        }
    }

    @Override
    public List<IndexState> states(List<IndexEntry> entries, IndexThreads threads) {
        if (entries.isEmpty()) {
            return List.of();
        }
        SharedLook look = shared.look();
        return entries.stream().map(entry -> state(entry, look)).toList();
    }

    /** Returns how an index stands at all nodes. */
    private static IndexState state(IndexEntry entry, SharedLook look) {
        SharedLook.State state = look.indexes().get(entry.number());
        boolean isStale =
                state == null || entry.isBeingCleared() || !state.position().covers(look.written());
        return new IndexState(
                entry.shownName(),
                entry.type(),
                entry.priority().wireName(),
                entry.rests() ? IndexState.Status.PAUSED : IndexState.Status.RUNNING,
                isStale,
                state == null ? null : state.moment(),
                state == null || entry.stopped() != null ? entry.stopped() : state.failure());
    }

    /** Ends its thread. */
    @Override
    public void close() {
        shared.whenHeard(() -> {});
        poke.end();
        Uninterruptibly.run(thread::join);
    }

    @Override
    public void leave() {
        try {
            shared.leave();
        } catch (MintmarkException e) {
            LOG.debug("indexes could not be given back; another node takes them over when this one is silent", e);
        }
        held.clear();
    }
}
