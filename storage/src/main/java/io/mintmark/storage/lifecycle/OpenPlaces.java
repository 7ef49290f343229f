package io.mintmark.storage.lifecycle;

import io.mintmark.support.OpenFiles;

/** How many databases can be open at once. */
final class OpenPlaces {
    /** Places that any system bears; asking how many more it bears would take time at the start. */
    private static final int UNASKED = 4;
    /** Most places; more would be threads that do nothing. */
    private static final int MAX = 1_000;
    /** Connections of an open database, beside one for each processor. */
    private static final int CONNECTIONS_EACH = 8;
    /** The least that counts as processors. */
    private static final int PROCESSORS_MIN = 2;
    /** Files that are no database's and no connection's: jars, the catalog, the log of the server. */
    private static final int FILES_OTHERS = 100;
    /** Heap for each place: an idle one takes 30 KiB of it, a busy one what waits to be written. */
    private static final long HEAP_EACH = 8L << 20;

    private OpenPlaces() {}

    /** Returns how many places there are before anybody asks the system; a {@code limit} of 0 is none. */
    static int atFirst(int limit) {
        return limit == 0 ? UNASKED : limit;
    }

    /** Returns how many places there can be; with a {@code limit} of 0 as many as the system allows. */
    static int within(int limit) {
        Runtime machine = Runtime.getRuntime();
        return limit == 0 ? within(OpenFiles.max(), machine.maxMemory(), machine.availableProcessors()) : limit;
    }

    /** Half of the files are for connections to clients. */
    static int within(long files, long heapBytes, int processors) {
        long byFiles = (files / 2 - FILES_OTHERS) / filesEach(processors);
        long byHeap = heapBytes / HEAP_EACH;
        return (int) Math.max(UNASKED, Math.min(MAX, Math.min(byFiles, byHeap)));
    }

    /** Returns the files of an open database: two for each connection, and the index of the log. */
    private static int filesEach(int processors) {
        return 2 * (CONNECTIONS_EACH + Math.max(PROCESSORS_MIN, processors)) + 1;
    }
}
