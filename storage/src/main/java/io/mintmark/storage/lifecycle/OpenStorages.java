package io.mintmark.storage.lifecycle;

import io.mintmark.internal.DaemonThreads;
import io.mintmark.internal.Ticker;
import io.mintmark.storage.StorageBusyException;
import io.mintmark.support.limits.Limits;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The places for open storages. A storage that is needed takes one, from the one that was idle longest if none is free;
 * one that is idle for long gives its place back. Thread-safe.
 *
 * <p>An open storage costs files, threads and memory, so that a server could otherwise have only as many databases as
 * it can keep open.
 */
public final class OpenStorages implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(OpenStorages.class);
    private static final int SWEEPS_PER_IDLE_TIME = 4;
    private static final Duration RETRY = Duration.ofMillis(5);

    private final Semaphore free;
    private final Set<StorageOnDemand> open = ConcurrentHashMap.newKeySet();
    private final Limits limits;
    private final Ticker ticker;
    private final ScheduledExecutorService sweeper;
    private final LongAdder turnedAway = new LongAdder();
    private int places;
    private boolean systemAsked;

    /** Creates the places, as many as {@code limits} allow; idleness is measured by {@code ticker}. */
    public OpenStorages(Limits limits, Ticker ticker) {
        this.limits = limits;
        this.ticker = ticker;
        this.places = OpenPlaces.atFirst(limits.databases().openMax());
        this.free = new Semaphore(places, true);
        sweeper = Executors.newSingleThreadScheduledExecutor(
                DaemonThreads.named(OpenStorages.class, "mintmark-idle-databases"));
        long period = Math.max(1, limits.databases().idleMax().toMillis() / SWEEPS_PER_IDLE_TIME);
        var ignored = sweeper.scheduleWithFixedDelay(this::sweep, period, period, TimeUnit.MILLISECONDS);
    }

    /** Returns by what idleness is measured. */
    Ticker ticker() {
        return ticker;
    }

    /** Returns how many storages are open. */
    public int count() {
        return open.size();
    }

    /** Returns how many openings found no place, although they waited. */
    public long turnedAway() {
        return turnedAway.sum();
    }

    /** Takes a place for a storage that has none, until {@link #left}; waits if all are in use. */
    void enter(StorageOnDemand entering) {
        long begun = ticker.nanos();
        while (!takePlace()) {
            if (ticker.nanos() - begun > limits.requests().waitMax().toNanos()) {
                turnedAway.increment();
                throw new StorageBusyException(
                        "All " + open.size() + " databases that may be open at once are in use, so"
                                + " this one was not opened and nothing of this request was done: try again in a moment.");
            }
        }
        open.add(entering);
    }

    /** Gives the place of a storage back that is closed, or that could not be opened. */
    void left(StorageOnDemand leaving) {
        if (open.remove(leaving)) {
            free.release();
        }
    }

    private boolean takePlace() {
        try {
            if (free.tryAcquire(0, TimeUnit.NANOSECONDS)) {
                return true;
            }
            addPlaces();
            closeOne();
            return free.tryAcquire(RETRY.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StorageBusyException("The wait for a database to be opened was interrupted: try again.");
        }
    }

    /** The system is asked once: it takes long, and what it bears does not change. */
    private synchronized void addPlaces() {
        if (systemAsked) {
            return;
        }
        systemAsked = true;
        int max = OpenPlaces.within(limits.databases().openMax());
        if (max > places) {
            free.release(max - places);
            places = max;
        }
    }

    private void closeOne() {
        for (Idle candidate : longestIdleFirst()) {
            if (candidate.storage().closeIfUnused()) {
                return;
            }
        }
    }

    /**
     * Each time is read once: a storage that somebody uses while others are compared would have no place in the order.
     */
    private List<Idle> longestIdleFirst() {
        return open.stream()
                .map(storage -> new Idle(storage, storage.idleNanos()))
                .sorted(Comparator.comparingLong(Idle::nanos).reversed())
                .toList();
    }

    private record Idle(StorageOnDemand storage, long nanos) {}

    private void sweep() {
        for (StorageOnDemand storage : open) {
            try {
                closeIfIdle(storage);
            } catch (Throwable t) {
                // What leaves a scheduled task ends its schedule, and idle databases would stay open for ever.
                say(t);
            }
        }
    }

    private void closeIfIdle(StorageOnDemand storage) {
        if (storage.idleNanos() >= limits.databases().idleMax().toNanos() && !storage.isFollowed()) {
            boolean ignored = storage.closeIfUnused();
        }
    }

    private static void say(Throwable failure) {
        try {
            LOG.error("an idle database could not be closed; it is tried again", failure);
        } catch (Throwable worse) {
            // The next sweep is worth more than the line.
        }
    }

    /** Closes idle storages no more; each storage is closed by the one that opened it. */
    @Override
    public void close() {
        sweeper.shutdown();
    }
}
