package io.mintmark.server.storage.ondemand;

import io.mintmark.server.load.OpenFiles;
import java.time.Duration;

/**
 * How many databases are open at once, and for how long.
 *
 * @param max most open ones, or 0 for as many as files and memory allow
 * @param idleMax how long one that nobody uses stays open
 * @param waitMax how long a request waits while all open ones are in use
 */
public record OpenStorageLimits(int max, Duration idleMax, Duration waitMax) {
    /** Places that any system bears; asking how many more it bears would take time at the start. */
    private static final int PLACES_UNASKED = 4;
    /** Most places; more would be threads that do nothing. */
    private static final int PLACES_MAX = 1_000;
    /** Files of an open database: two for each of at most ten connections, and the index of the log. */
    private static final int FILES_EACH = 21;
    /** Files that are no database's and no connection's: jars, the catalog, the log of the server. */
    private static final int FILES_OTHERS = 100;
    /** Heap for each place: an idle one takes 30 KiB of it, a busy one what waits to be written. */
    private static final long HEAP_EACH = 8L << 20;

    /** Returns how many places there are before anybody asks the system. */
    int placesAtFirst() {
        return max == 0 ? PLACES_UNASKED : max;
    }

    /** Returns how many places there can be. */
    public int places() {
        return max == 0 ? places(OpenFiles.max(), Runtime.getRuntime().maxMemory()) : max;
    }

    /** Half of the files are for connections to clients. */
    public static int places(long files, long heapBytes) {
        long byFiles = (files / 2 - FILES_OTHERS) / FILES_EACH;
        long byHeap = heapBytes / HEAP_EACH;
        return (int) Math.max(PLACES_UNASKED, Math.min(PLACES_MAX, Math.min(byFiles, byHeap)));
    }
}
