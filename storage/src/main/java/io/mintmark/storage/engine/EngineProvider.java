package io.mintmark.storage.engine;

import io.mintmark.MintmarkException;
import io.mintmark.storage.StorageEngine;
import java.nio.file.Path;
import java.time.InstantSource;

/**
 * An engine as its module brings it: a service, found by {@link StorageEngines} and named in
 * {@code META-INF/services}. Safe for any number of threads.
 *
 * <p>Its class is loaded at each start, so it refers to the engine and does nothing itself.
 */
public interface EngineProvider {
    /** Returns what the URLs of its stores begin with, up to and with a colon, such as {@code jdbc:postgresql:}. */
    String scheme();

    /** Returns a URL that a user could give, for messages. */
    String example();

    /** Returns whether each of its stores is the data directory of one server, and so is never named as a store. */
    default boolean isDirectory() {
        return false;
    }

    /** Returns whether a directory has databases of this engine. */
    default boolean isIn(Path directory) {
        return false;
    }

    /**
     * Opens a store for a node, which closes it.
     *
     * @throws MintmarkException if it cannot be opened, or the node cannot be one of its own; the message says what to
     *     do
     */
    StorageEngine open(StoreAddress store, NodeSettings node);

    /** Returns what an operator can do with a store; nothing is opened yet. */
    StoreMaintenance maintenance(StoreAddress store, InstantSource clock);

    /** Loads what takes a while the first time, ahead of {@link #open}; a failure happens there again. */
    default void preload() {}
}
