package io.mintmark.server.storage.memory;

import io.mintmark.document.DocumentId;
import io.mintmark.document.KeyForm;
import io.mintmark.server.storage.ChangeListener;
import io.mintmark.server.storage.evaluation.Rows;
import io.mintmark.server.storage.group.GroupChanges;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.InstantSource;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Rows of an empty database that take note of what is asked of them. Used by one thread. */
public final class WatchedRows {
    /** Verbs that ask for a row, each followed by what it asks for. */
    private static final Map<String, String> READS = Map.of(
            "counter", "counter ",
            "document", "document ",
            "identity", "identity ",
            "answer", "answer ",
            "collection", "collection ");

    private final Set<String> asked = new TreeSet<>();
    private final MemoryGroupStore store = new MemoryGroupStore(
            new MemoryTables("watched00000000000000a", Map.of(), Map.of()),
            new GroupChanges(ChangeListener.NOBODY),
            rows -> rows,
            InstantSource.system());

    /** Returns the rows. */
    public Rows rows() {
        return (Rows) Proxy.newProxyInstance(
                Rows.class.getClassLoader(), new Class<?>[] {Rows.class}, (proxy, method, arguments) -> {
                    String kind = READS.get(method.getName());
                    if (kind != null) {
                        asked.add(kind + key(arguments[0], kind.equals("collection ")));
                    }
                    try {
                        return method.invoke(store.rows(), arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private static String key(Object asked, boolean folded) {
        if (asked instanceof DocumentId id) {
            return id.key();
        }
        return folded ? KeyForm.of(asked.toString()) : asked.toString();
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
