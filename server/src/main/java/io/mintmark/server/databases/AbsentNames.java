package io.mintmark.server.databases;

import io.mintmark.storage.StorageEngine;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Names that no database has, as long as nobody changes that: a client that asks for one again and again is not passed
 * on to the engine each time. Safe for any number of threads.
 *
 * <p><b>Why none is hidden that is there.</b> What the engine said counts only under the changes that were known before
 * it was asked: this server's own, which it notes once they were made, and those of other nodes, by the number that the
 * engine has for them.
 */
final class AbsentNames {
    private static final int REMEMBERED_MAX = 1_000;

    private final StorageEngine engine;
    private final AtomicLong ownChanges = new AtomicLong();
    private final Map<String, Known> absent = new ConcurrentHashMap<>();

    /** What was known of changes before the engine was asked. */
    record Known(long own, long foreign) {}

    AbsentNames(StorageEngine engine) {
        this.engine = engine;
    }

    /** Returns what is known of changes now, before the engine is asked. */
    Known known() {
        return new Known(ownChanges.get(), engine.foreignChanges());
    }

    /** Remembers that the engine, asked under {@code known}, has no database of that name. */
    void add(String key, Known known) {
        if (absent.size() >= REMEMBERED_MAX) {
            absent.clear();
        }
        absent.put(key, known);
    }

    /** Returns whether there is certainly none of that name, as far as this node heard. */
    boolean has(String key) {
        Known then = absent.get(key);
        return then != null && then.equals(known());
    }

    /** Notes that this server made a database, or may have. */
    void created() {
        ownChanges.incrementAndGet();
    }
}
