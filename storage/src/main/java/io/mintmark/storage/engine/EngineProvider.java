package io.mintmark.storage.engine;

import io.mintmark.MintmarkException;
import io.mintmark.storage.StorageEngine;
import io.mintmark.storage.cutoff.Journal;
import io.mintmark.support.limits.Limits;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;

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

    /** Returns what keeps journals of nodes in files, if this engine does. */
    default Optional<Journals> journals() {
        return Optional.empty();
    }

    /** What keeps journals of nodes. Stateless. */
    interface Journals {
        /** Returns whether a directory has a journal. */
        boolean isIn(Path directory);

        /**
         * Opens the journal of a directory, which the caller closes; makes one if there is none.
         *
         * @param limits of them, how much may wait to be written to it
         * @param bytesMax how many bytes of documents it takes
         * @throws MintmarkException if it cannot be opened; the message says what to do
         */
        Journal open(Path directory, Limits limits, long bytesMax);

        /**
         * Opens it likewise, and keeps every other node out of the directory until the journal is closed.
         *
         * @throws MintmarkException if another node is there
         */
        Journal openAlone(Path directory, Limits limits, long bytesMax);
    }

    /** Loads what takes a while the first time, ahead of {@link #open}; a failure happens there again. */
    default void preload() {}
}
