package io.mintmark.storage.memory;

import io.mintmark.storage.ChangeListener;
import io.mintmark.storage.Storage;
import java.util.Map;

/** What is kept of one database of {@link MemoryEngine}, at whatever height it plugs in. */
public interface MemoryDatabase {
    /** Makes one. */
    @FunctionalInterface
    interface Maker {
        /**
         * Returns a new database.
         *
         * @param formerEnds how far counters of deleted databases of its name had come
         * @param formerAhead how far nodes had reserved ahead in them
         */
        MemoryDatabase make(String databaseId, Map<String, Long> formerEnds, Map<String, Long> formerAhead);
    }

    /** Opens it. */
    Storage open(String name, ChangeListener listener);

    /** Returns whether nobody ever wrote to it. */
    boolean isUnused();

    /** Returns how far its counters ever came. */
    Map<String, Long> highestEnds();

    /** Returns how far nodes ever reserved ahead of its counters. */
    Map<String, Long> aheadEnds();
}
