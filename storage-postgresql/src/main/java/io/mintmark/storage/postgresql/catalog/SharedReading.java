package io.mintmark.storage.postgresql.catalog;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A reading that many want at once, and that is done once for all who wait. Safe for any number of threads.
 *
 * <p>One is under way at a time. Those who come meanwhile share the next one: what they must see may have been
 * committed after the first one read.
 */
public final class SharedReading {
    private final Runnable reading;
    private final Lock turn = new ReentrantLock();
    private @Nullable CompletableFuture<Void> next;

    /** Shares what {@code reading} does. */
    public SharedReading(Runnable reading) {
        this.reading = reading;
    }

    /** Returns once a reading ended that began after this call; throws what that threw. */
    public void await() {
        CompletableFuture<Void> shared = new CompletableFuture<>();
        CompletableFuture<Void> waiting = join(shared);
        if (waiting != shared) {
            follow(waiting);
            return;
        }
        turn.lock();
        try {
            read(shared);
        } finally {
            turn.unlock();
        }
    }

    private synchronized CompletableFuture<Void> join(CompletableFuture<Void> mine) {
        CompletableFuture<Void> others = next;
        if (others == null) {
            next = mine;
            return mine;
        }
        return others;
    }

    private synchronized void begin() {
        next = null;
    }

    private void read(CompletableFuture<Void> shared) {
        begin();
        try {
            reading.run();
            boolean ignored = shared.complete(null);
        } catch (RuntimeException | Error e) {
            boolean ignored = shared.completeExceptionally(e);
            throw e;
        }
    }

    private static void follow(CompletableFuture<Void> waiting) {
        try {
            Void ignored = waiting.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException failed) {
                throw failed;
            }
            throw e;
        }
    }
}
