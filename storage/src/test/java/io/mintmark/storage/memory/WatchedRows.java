package io.mintmark.storage.memory;

import io.mintmark.storage.ChangeListener;
import io.mintmark.storage.row.CollectionRow;
import io.mintmark.storage.row.Counter;
import io.mintmark.storage.row.DocumentRow;
import io.mintmark.storage.row.GroupChanges;
import io.mintmark.storage.row.GroupRows;
import java.time.InstantSource;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Rows of a database that take note of what is asked of them, and need no announcement. Used by one thread. */
public final class WatchedRows {
    private final Set<String> asked = new TreeSet<>();
    private final MemoryTables tables = new MemoryTables("watched00000000000000a", Map.of(), Map.of(), GroupRows::new);
    private final MemoryGroupStore store = new Watched();

    /** Answers whatever is asked, and notes it. */
    private final class Watched extends MemoryGroupStore {
        Watched() {
            super(tables, new GroupChanges(ChangeListener.NOBODY), GroupRows::new, InstantSource.system());
        }

        @Override
        public @Nullable Counter counter(String key) {
            asked.add("counter " + key);
            return tables.counters.get(key);
        }

        @Override
        public @Nullable Long identity(String key) {
            asked.add("identity " + key);
            return tables.identities.get(key);
        }

        @Override
        public @Nullable Long answer(String request) {
            asked.add("answer " + request);
            return tables.answers.get(request);
        }

        @Override
        public @Nullable String keyedAnswer(String key) {
            asked.add("key " + key);
            return tables.keyed.get(key);
        }

        @Override
        public @Nullable CollectionRow collection(String key) {
            asked.add("collection " + key);
            return tables.collections.get(key);
        }

        @Override
        public @Nullable DocumentRow document(String key) {
            asked.add("document " + key);
            return tables.documents.get(key);
        }
    }

    /** Returns the rows. */
    public GroupRows rows() {
        return store.rows();
    }

    /** Begins a group. */
    public void begin() {
        asked.clear();
        store.begin();
    }

    /** Ends it, and returns what was asked for. */
    public Set<String> commit() {
        store.commit();
        return asked;
    }
}
