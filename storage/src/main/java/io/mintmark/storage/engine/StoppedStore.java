package io.mintmark.storage.engine;

import io.mintmark.storage.StorageEngine;
import java.util.List;

/** A store that its server left, locked as long as it is open. Used by one thread. */
public interface StoppedStore extends AutoCloseable {
    /** Returns the engine, which closes with this. */
    StorageEngine engine();

    /**
     * Returns deleted databases whose data was kept, because they were deleted without {@code HardDelete}: some of
     * them, by number.
     *
     * @param after the number of the last one that was seen, or 0
     */
    List<Kept> kept(long after);

    /** Removes the data of a deleted database for good; nothing brings it back but a backup. */
    void remove(Kept kept);

    /**
     * A deleted database whose data is there.
     *
     * @param number tells it from others of its name
     * @param database its last name; empty where an early version did not note that
     * @param file the name of its main file
     * @param bytes how many bytes that file and those beside it have
     */
    record Kept(long number, String database, String file, long bytes) {}

    @Override
    void close();
}
