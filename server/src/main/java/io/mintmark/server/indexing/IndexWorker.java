package io.mintmark.server.indexing;

import io.mintmark.indexes.reduce.StepwiseWork;
import io.mintmark.internal.Backoff;
import io.mintmark.internal.FailureText;
import io.mintmark.internal.Ticker;
import io.mintmark.storage.index.IndexReplacedException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongUnaryOperator;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps one index up with its database: woken by commits, it takes step after step until nothing is left.
 *
 * <p>It counts how often it was told that something changed. When a read that began after such a telling finds nothing
 * more, everything that was committed before it is indexed: that is what {@link #whenCaughtUp} tells.
 *
 * <p>When nothing is left it collects changes for a while, unless somebody waits for it: what it does for a group, it
 * then does once for many documents. It collects the longer, the longer it worked since it last had caught up, so an
 * index that has little to do is hardly behind, and a busy one does not hold up saves. Thread-safe.
 */
public final class IndexWorker implements Runnable, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(IndexWorker.class);
    /** How long changes are collected at least. */
    private static final long COLLECTING_NANOS_MIN = TimeUnit.MILLISECONDS.toNanos(25);

    /** And at most: what a user sees is hardly older. */
    private static final long COLLECTING_NANOS_MAX = TimeUnit.MILLISECONDS.toNanos(500);

    /** Time for which changes are collected, as a multiple of the work on those before. */
    private static final int COLLECTING = 8;

    private static final Backoff REST_MILLIS = new Backoff(100, 7);

    /** What it does. */
    public enum State {
        /** It follows changes. */
        RUNNING,
        /** Somebody asked it to rest; what it committed stays. */
        PAUSED,
        /** Another thread or server goes on with the index. */
        REPLACED,
        /** It has ended. */
        CLOSED
    }

    private final String name;
    private final Supplier<? extends StepwiseWork> beginning;
    private final LongUnaryOperator rest;
    private final Ticker ticker;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private State state = State.RUNNING;
    private long told = 1;
    private long done;
    private final CatchUpWaits waits = new CatchUpWaits();
    private boolean hurried;
    private int failures;
    private final IndexTrouble trouble;
    private @Nullable RuntimeException failure;

    /**
     * Works for the index {@code name}.
     *
     * @param beginning makes what goes on after its last commit
     * @param rest for how many nanoseconds it rests after a step that took so many
     * @param ticker measures steps, and how long changes are collected
     */
    public IndexWorker(String name, Supplier<? extends StepwiseWork> beginning, LongUnaryOperator rest, Ticker ticker) {
        this.rest = rest;
        this.name = name;
        this.ticker = ticker;
        this.trouble = new IndexTrouble(LOG, ticker, "index " + name + " could not go on, and tries again");
        this.beginning = beginning;
    }

    /** Learns that something changed. */
    public void wake() {
        lock.lock();
        try {
            told++;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Collects changes no longer, if it does. */
    public void hurry() {
        lock.lock();
        try {
            hurried = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Rests from now on, after the step under way. */
    public void pause() {
        move(State.RUNNING, State.PAUSED);
    }

    /** Goes on. */
    public void resume() {
        move(State.PAUSED, State.RUNNING);
    }

    private void move(State from, State to) {
        lock.lock();
        try {
            state = state == from ? to : state;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Returns what it does. */
    public State state() {
        lock.lock();
        try {
            return state;
        } finally {
            lock.unlock();
        }
    }

    /** Returns why it does not get on, or null if it does. */
    public @Nullable RuntimeException failure() {
        lock.lock();
        try {
            return failure;
        } finally {
            lock.unlock();
        }
    }

    /** Returns whether something that was committed may not be indexed yet. */
    public boolean isStale() {
        lock.lock();
        try {
            return done < told;
        } finally {
            lock.unlock();
        }
    }

    /** Waits until everything is indexed that was committed before this call; returns whether it is. */
    public boolean awaitCaughtUp(Duration timeout) {
        return whenCaughtUp()
                .completeOnTimeout(false, timeout.toNanos(), TimeUnit.NANOSECONDS)
                .join();
    }

    /**
     * Returns what becomes true once everything is indexed that was committed before this call, or false if the worker
     * ends before that. It may be completed by somebody who gives up; what follows it must not hold up the thread of
     * the index.
     */
    public CompletableFuture<Boolean> whenCaughtUp() {
        lock.lock();
        try {
            boolean isWorking = state == State.RUNNING || state == State.PAUSED;
            changed.signalAll();
            return isWorking ? waits.begin(++told) : CompletableFuture.completedFuture(false);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void run() {
        @Nullable StepwiseWork index = null;
        long reading = awaitWork();
        long worked = 0;
        while (reading > 0) {
            long begun = ticker.nanos();
            try {
                index = index == null ? beginning.get() : index;
                boolean more = index.step();
                long took = ticker.nanos() - begun;
                worked += took;
                succeeded();
                if (!more) {
                    caughtUp(reading);
                    collect(worked);
                    worked = 0;
                }
                rest(rest.applyAsLong(took));
            } catch (IndexReplacedException e) {
                LOG.info("index {} is left to somebody else: {}", name, e.getMessage());
                end(State.REPLACED);
            } catch (Error e) {
                // A thread that ended would leave an index that never gets on, and says nothing.
                index = null;
                failed(new IllegalStateException("It failed: " + FailureText.of(e), e));
            } catch (RuntimeException e) {
                // What was computed since the last commit is forgotten, and computed again.
                index = null;
                failed(e);
            }
            reading = awaitWork();
        }
    }

    /** Returns how often it had been told of changes when there was something to do, or 0 if it is to end. */
    private long awaitWork() {
        lock.lock();
        try {
            while (state == State.PAUSED || (state == State.RUNNING && done >= told)) {
                changed.await();
            }
            return state == State.RUNNING ? told : 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return 0;
        } finally {
            lock.unlock();
        }
    }

    private void caughtUp(long reading) {
        lock.lock();
        try {
            done = reading;
        } finally {
            lock.unlock();
        }
        waits.answer(reading);
    }

    private void succeeded() {
        lock.lock();
        try {
            failures = 0;
            failure = null;
        } finally {
            lock.unlock();
        }
        trouble.over();
    }

    private void failed(RuntimeException why) {
        long nanos;
        lock.lock();
        try {
            if (state == State.CLOSED) {
                // It was ended while it waited for its turn.
                return;
            }
            failure = why;
            nanos = TimeUnit.MILLISECONDS.toNanos(REST_MILLIS.after(failures++));
        } finally {
            lock.unlock();
        }
        trouble.failed(why);
        rest(nanos);
    }

    private void collect(long worked) {
        long begun = ticker.nanos();
        long whole = Math.min(COLLECTING_NANOS_MAX, Math.max(COLLECTING_NANOS_MIN, COLLECTING * worked));
        lock.lock();
        try {
            long left = whole;
            while (left > 0 && waits.isEmpty() && !hurried && state == State.RUNNING) {
                long ignored = changed.awaitNanos(left);
                left = whole - (ticker.nanos() - begun);
            }
            hurried = false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }

    private void rest(long nanos) {
        lock.lock();
        try {
            long left = nanos;
            while (left > 0 && state == State.RUNNING) {
                left = changed.awaitNanos(left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            state = State.CLOSED;
        } finally {
            lock.unlock();
        }
    }

    private void end(State last) {
        long reached;
        lock.lock();
        try {
            state = last;
            reached = done;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        waits.answer(reached);
        waits.end();
    }

    /** Ends it, after the step under way. */
    @Override
    public void close() {
        end(State.CLOSED);
    }
}
