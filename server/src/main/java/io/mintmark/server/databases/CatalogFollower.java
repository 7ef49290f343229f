package io.mintmark.server.databases;

import io.mintmark.MintmarkException;
import io.mintmark.storage.StorageEngine;
import io.mintmark.storage.group.OneThread;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads what other nodes changed, on a thread of its own, as soon as the engine tells that they did. Requests go by
 * what is remembered meanwhile, so none waits for an engine that does not answer; those that must be right catch up
 * first. What could not be read is read when the engine is heard of next.
 */
final class CatalogFollower implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(CatalogFollower.class);

    private final StorageEngine engine;
    private final Runnable reading;
    /** One waits at most: it reads all that changed until then. */
    private final ThreadPoolExecutor thread =
            OneThread.named("mintmark-catalog", new ArrayBlockingQueue<>(1), (task, executor) -> {});

    /** What the engine said when it was last read. */
    private volatile long read;

    /** Runs {@code reading} for what {@code engine} tells from now on. */
    CatalogFollower(StorageEngine engine, Runnable reading) {
        this.engine = engine;
        this.reading = reading;
        this.read = engine.foreignChanges();
        engine.whenHeard(this::look);
    }

    private void look() {
        if (engine.foreignChanges() != read) {
            thread.execute(this::follow);
        }
    }

    /**
     * Reads on the caller's thread what was acknowledged anywhere before this call, if it is not read yet.
     *
     * @throws MintmarkException if the engine does not say
     */
    void catchUp() {
        engine.refresh();
        readIfChanged();
    }

    private synchronized void readIfChanged() {
        long now = engine.foreignChanges();
        if (now != read) {
            reading.run();
            read = now;
        }
    }

    private void follow() {
        try {
            readIfChanged();
        } catch (MintmarkException e) {
            LOG.warn("What other nodes changed could not be read; it is tried again: {}", e.getMessage());
        } catch (RuntimeException | Error e) {
            LOG.error("What other nodes changed could not be read; it is tried again.", e);
        }
    }

    @Override
    public void close() {
        thread.shutdown();
    }
}
