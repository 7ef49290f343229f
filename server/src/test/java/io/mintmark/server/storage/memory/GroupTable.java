package io.mintmark.server.storage.memory;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one table as a group sees them: what it changed lies over what is stored, and becomes part of it at the commit.
 * Used by one thread.
 */
final class GroupTable<K, V> {
    private final Map<K, V> stored;
    private final UndoLog undo;
    /** An empty value is a row that the group removed. */
    private final Map<K, Optional<V>> changed = new HashMap<>();

    GroupTable(Map<K, V> stored, UndoLog undo) {
        this.stored = stored;
        this.undo = undo;
    }

    @Nullable V get(K key) {
        Optional<V> mine = changed.get(key);
        return mine == null ? stored.get(key) : mine.orElse(null);
    }

    void put(K key, @Nullable V value) {
        Optional<V> before = changed.put(key, Optional.ofNullable(value));
        undo.note(() -> {
            if (before == null) {
                changed.remove(key);
            } else {
                changed.put(key, before);
            }
        });
    }

    /** Makes what the group changed part of what is stored. */
    void apply() {
        changed.forEach((key, value) -> value.ifPresentOrElse(row -> stored.put(key, row), () -> stored.remove(key)));
        changed.clear();
    }

    void forget() {
        changed.clear();
    }
}
