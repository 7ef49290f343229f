package io.mintmark.storage.row;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one table as a group sees them: what it changed lies over what is stored, as far as the group fetched
 * that or asked for it. Used by one thread.
 */
public final class GroupTable<K, V> {
    /** Rows of a larger group give their room back. */
    private static final int ROOM_KEPT_MAX = 1 << 12;

    private final Function<K, @Nullable V> stored;
    private final UndoLog undo;
    private Map<K, V> there = new HashMap<>();
    /** An empty value is a row that the group removed. */
    private Map<K, Optional<V>> changed = new LinkedHashMap<>();

    /** Creates a table that asks {@code stored} for a row that it does not know. */
    GroupTable(Function<K, @Nullable V> stored, UndoLog undo) {
        this.stored = stored;
        this.undo = undo;
    }

    /** Creates a table that is only written. */
    static <K, V> GroupTable<K, V> written(UndoLog undo) {
        return new GroupTable<>(key -> null, undo);
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

    /** Returns the row as the group sees it, or null if there is none. */
    public @Nullable V get(K key) {
        Optional<V> mine = changed.get(key);
        if (mine != null) {
            return mine.orElse(null);
        }
        V known = there.get(key);
        return known == null ? ask(key) : known;
    }

    private @Nullable V ask(K key) {
        V found = stored.apply(key);
        if (found != null) {
            there.put(key, found);
        }
        return found;
    }

    void put(K key, @Nullable V row) {
        Optional<V> before = changed.put(key, Optional.ofNullable(row));
        if (undo.isMarked()) {
            undo.note(() -> putBack(key, before));
        }
    }

    private void putBack(K key, @Nullable Optional<V> before) {
        if (before == null) {
            changed.remove(key);
        } else {
            changed.put(key, before);
        }
    }

    /** Returns whether the group saw, made or removed a row of that key. */
    boolean knows(K key) {
        return changed.containsKey(key) || there.containsKey(key);
    }

    /** Forgets what was asked of one row: it is not what it was. */
    void forget(K key) {
        there.remove(key);
    }

    /** Returns the row as it was before the group, which saw it. */
    public V before(K key) {
        return Objects.requireNonNull(there.get(key), "a row must be seen that is replaced");
    }

    /** Returns whether the row was there before the group. */
    public boolean wasThere(K key) {
        return there.containsKey(key);
    }

    /** Returns what the group made of which rows, in that order; an empty one was removed. Not to be changed. */
    public Map<K, Optional<V>> changes() {
        return changed;
    }

    /** Forgets what the group changed and saw. */
    public void forgetAll() {
        if (there.size() + changed.size() > ROOM_KEPT_MAX) {
            there = new HashMap<>();
            changed = new LinkedHashMap<>();
        } else {
            there.clear();
            changed.clear();
        }
    }
}
