package io.mintmark.jdbc.internal.store;

import java.util.LinkedHashMap;
import java.util.Map;

/** A map of the newest entries only: nobody holds more ranges unused. */
final class RecentEntries<V> extends LinkedHashMap<Long, V> {
    private static final long serialVersionUID = 1L;
    private static final int ENTRIES_MAX = 1_024;

    @Override
    protected boolean removeEldestEntry(Map.Entry<Long, V> eldest) {
        return size() > ENTRIES_MAX;
    }
}
