package io.mintmark.lab.faults;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;

/**
 * What clients were told and what was done to the nodes: the only thing that the judge looks at.
 *
 * <p>Times are those of {@link #now}. It holds at most a fixed number of entries; beyond it the run must end. Safe for
 * use by several threads.
 */
final class History {
    /** What is kept. */
    sealed interface Entry permits Range, Identity, Stored, Read, Drop, PutBack, Outage, Done {}

    /** Numbers that a node handed out from {@code low} to {@code high}, less those that the client gave back. */
    record Range(String database, String counter, long low, long high, long sent, long got, int node)
            implements Entry {}

    /** The number that a request got, the first time or asked again. */
    record Identity(String database, String name, String request, long number, long sent, long got, int node)
            implements Entry {}

    /** A document that was acknowledged; {@code mark} is in no other document. */
    record Stored(String database, String id, String mark, boolean isServers, long sent, long got, int node)
            implements Entry {}

    /** What a node showed of a stored document; {@code mark} is empty if it was missing. */
    record Read(Stored stored, String mark, long sent, long got, int node) implements Entry {}

    /**
     * A database was dropped between {@code sent} and {@code dropped}, and the new one was there at {@code created}. A
     * request that was refused by 503 did nothing and is left out.
     */
    record Drop(String database, long sent, long dropped, long created) implements Entry {}

    /**
     * The engine was put back from a copy begun at {@code copied}: {@code begun} is before its end, {@code ready} when
     * it answered again, {@code stopped} when nodes were ended for the raise, {@code raised} after it.
     */
    record PutBack(long copied, long begun, long ready, long stopped, long raised) implements Entry {}

    /** A node, or all of them if {@code node} is negative, need not answer meanwhile. */
    record Outage(int node, long from, long to) implements Entry {}

    /** A fault as it was done, in seconds; its remark begins with {@link #FAILED} if it could not be. */
    record Done(String what, long from, long to, String remark) implements Entry {
        static final String FAILED = "failed: ";

        boolean isFailed() {
            return remark.startsWith(FAILED);
        }
    }

    private static final long BEGUN = System.nanoTime();
    private static final long MOST = 3_000_000;

    private final Map<Class<?>, Queue<Entry>> kinds = new ConcurrentHashMap<>();
    private final AtomicLong entries = new AtomicLong();

    /** Returns how many ns ago this process first asked. */
    static long now() {
        return System.nanoTime() - BEGUN;
    }

    /** Keeps an entry; of reads only those that do not show what was stored. */
    void add(Entry entry) {
        boolean isExpected =
                entry instanceof Read read && read.mark().equals(read.stored().mark());
        if (!isExpected && entries.incrementAndGet() <= MOST) {
            kinds.computeIfAbsent(entry.getClass(), any -> new ConcurrentLinkedQueue<>())
                    .add(entry);
        }
    }

    /** Returns whether an entry was left out, so that no verdict is possible. */
    boolean isFull() {
        return entries.get() > MOST;
    }

    /** Returns all entries of a kind, in the order in which they came. */
    <T extends Entry> List<T> all(Class<T> kind) {
        return kinds.getOrDefault(kind, new ConcurrentLinkedQueue<>()).stream()
                .map(kind::cast)
                .collect(Collectors.toCollection(ArrayList::new));
    }
}
