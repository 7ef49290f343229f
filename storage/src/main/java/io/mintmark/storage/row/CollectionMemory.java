package io.mintmark.storage.row;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Remembers stored collections: none is ever changed or removed, on whatever node. Used by the writer thread only. */
public final class CollectionMemory {
    private static final int REMEMBERED_MAX = 1_000;

    private final Map<String, CollectionRow> byKey = new HashMap<>();
    private final Map<Long, String> names = new HashMap<>();

    /** Returns the collection whose name has that key form, or null if it is not remembered. */
    public @Nullable CollectionRow of(String key) {
        return byKey.get(key);
    }

    /** Returns the name of a collection, or null if it is not remembered. */
    public @Nullable String name(long number) {
        return names.get(number);
    }

    /** Remembers a collection that is stored. */
    public void remember(String key, CollectionRow row) {
        forgetIfFull(byKey);
        byKey.put(key, row);
        remember(row.number(), row.name());
    }

    /** Remembers the name of a collection that is stored. */
    public void remember(long number, String name) {
        forgetIfFull(names);
        names.put(number, name);
    }

    private static void forgetIfFull(Map<?, ?> map) {
        if (map.size() >= REMEMBERED_MAX) {
            map.clear();
        }
    }
}
