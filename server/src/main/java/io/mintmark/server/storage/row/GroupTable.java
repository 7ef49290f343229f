package io.mintmark.server.storage.row;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one table as a group sees them: what it changed lies over what was there before. Used by one thread.
 *
 * <p>What was there is all that is stored, or as much of it as the group fetched.
 */
public final class GroupTable<K, V> {
    private final Map<K, V> there;
    private final UndoLog undo;
    /** An empty value is a row that the group removed. */
    private final Map<K, Optional<V>> changed = new HashMap<>();

    /** Creates a table over what is {@code there} already. */
    GroupTable(Map<K, V> there, UndoLog undo) {
        this.there = there;
        this.undo = undo;
    }

    /** Takes a row that the group fetched. */
    public void fetched(K key, V row) {
        there.put(key, row);
    }

    /** Takes note that a row which the group made is in the engine, in the group's transaction. */
    public void written(K key, V row) {
        there.put(key, row);
        if (isNow(key, row)) {
            changed.remove(key);
        }
    }

    /** Returns whether this is what the group made of a row last. */
    public boolean isNow(K key, V row) {
        Optional<V> mine = changed.get(key);
        return mine != null && mine.isPresent() && mine.get().equals(row);
    }

    @Nullable V get(K key) {
        Optional<V> mine = changed.get(key);
        return mine == null ? there.get(key) : mine.orElse(null);
    }

    void put(K key, @Nullable V row) {
        Optional<V> before = changed.put(key, Optional.ofNullable(row));
        undo.note(() -> {
            if (before == null) {
                changed.remove(key);
            } else {
                changed.put(key, before);
            }
        });
    }

    /** Returns the row as it was before the group, which fetched it. */
    public V before(K key) {
        return Objects.requireNonNull(there.get(key), "a row must be fetched that is replaced");
    }

    /** Returns whether the row was there before the group. */
    public boolean wasThere(K key) {
        return there.containsKey(key);
    }

    /** Returns what the group made of which rows; an empty one was removed. Not to be changed. */
    public Map<K, Optional<V>> changes() {
        return changed;
    }

    /** Makes what the group changed part of what is there. */
    void apply() {
        changed.forEach((key, value) -> value.ifPresentOrElse(row -> there.put(key, row), () -> there.remove(key)));
        changed.clear();
    }

    void forgetChanges() {
        changed.clear();
    }

    void forgetAll() {
        changed.clear();
        there.clear();
    }
}
