package io.mintmark.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** A count of what callers got: calls that succeeded, ids, documents by the node that stored them, and failures. */
final class CallTally {
    private final Map<String, Long> load = new TreeMap<>();
    private final List<String> ids = new ArrayList<>();
    private final List<String> failed = new ArrayList<>();
    private long calls;

    void succeeded(int number) {
        calls += number;
    }

    /** A document was stored under that id by the node of that tag. */
    void made(String id, String tag) {
        ids.add(id);
        load.merge(tag, 1L, Long::sum);
    }

    void failed(String what) {
        failed.add(what);
    }

    void add(CallTally other) {
        other.load.forEach((tag, number) -> load.merge(tag, number, Long::sum));
        ids.addAll(other.ids);
        failed.addAll(other.failed);
        calls += other.calls;
    }

    /** Returns what failed. */
    List<String> failed() {
        return failed;
    }

    /** Returns the ids of all documents. */
    List<String> ids() {
        return ids;
    }

    /** Returns how many documents each node stored. */
    Map<String, Long> load() {
        return load;
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT, "%,d calls, %d failed, documents stored by each node %s", calls, failed.size(), load);
    }
}
