package io.mintmark.lab.faults;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What clients were told and what was done to the nodes: the only thing that the judge looks at.
 *
 * <p>Times are those of {@link #now}. It holds at most a fixed number of entries; beyond it the run must end. Safe for
 * use by several threads.
 */
final class History {
    /** Numbers that a node handed out from {@code low} to {@code high}, less those that the client gave back. */
    record Range(String database, String counter, long low, long high, long sent, long got, int node) {}

    /** The number that a request got, the first time or asked again. */
    record Identity(String database, String name, String request, long number, long sent, long got, int node) {}

    /** A document that was acknowledged; {@code mark} is in no other document. */
    record Stored(String database, String id, String mark, boolean isServers, long sent, long got, int node) {}

    /** What a node showed of a stored document; {@code mark} is empty if it was missing. */
    record Read(Stored stored, String mark, long sent, long got, int node) {}

    /**
     * A database was dropped between {@code sent} and {@code dropped}, and the new one was there at {@code created}. A
     * request that was refused by 503 did nothing and is left out.
     */
    record Drop(String database, long sent, long dropped, long created) {}

    /**
     * The engine was put back from a copy begun at {@code copied}: {@code begun} is before its end, {@code ready} when
     * it answered again, {@code stopped} when nodes were ended for the raise, {@code raised} after it.
     */
    record PutBack(long copied, long begun, long ready, long stopped, long raised) {}

    /** A node, or all of them if {@code node} is negative, need not answer meanwhile. */
    record Outage(int node, long from, long to) {}

    /** A fault as it was done, in seconds; its remark begins with {@link #FAILED} if it could not be. */
    record Done(String what, long from, long to, String remark) {
        static final String FAILED = "failed: ";

        boolean isFailed() {
            return remark.startsWith(FAILED);
        }
    }

    private static final long BEGUN = System.nanoTime();
    private static final long MOST = 3_000_000;

    private final ConcurrentLinkedQueue<Range> ranges = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<Identity> identities = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<Stored> stored = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<Read> reads = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<Drop> drops = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<PutBack> putBacks = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<Outage> outages = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<Done> faults = new ConcurrentLinkedQueue<>();
    private final AtomicLong entries = new AtomicLong();

    /** Returns how many ns ago this process first asked. */
    static long now() {
        return System.nanoTime() - BEGUN;
    }

    void add(Range range) {
        keep(ranges, range);
    }

    void add(Identity identity) {
        keep(identities, identity);
    }

    void add(Stored document) {
        keep(stored, document);
    }

    /** Keeps only reads that do not show what was stored. */
    void add(Read read) {
        if (!read.mark().equals(read.stored().mark())) {
            keep(reads, read);
        }
    }

    void add(Drop drop) {
        keep(drops, drop);
    }

    void add(PutBack putBack) {
        keep(putBacks, putBack);
    }

    void add(Outage outage) {
        keep(outages, outage);
    }

    void add(Done fault) {
        keep(faults, fault);
    }

    private <T> void keep(ConcurrentLinkedQueue<T> queue, T entry) {
        if (entries.incrementAndGet() <= MOST) {
            queue.add(entry);
        }
    }

    /** Returns whether an entry was left out, so that no verdict is possible. */
    boolean isFull() {
        return entries.get() > MOST;
    }

    List<Range> ranges() {
        return new ArrayList<>(ranges);
    }

    List<Identity> identities() {
        return new ArrayList<>(identities);
    }

    List<Stored> stored() {
        return new ArrayList<>(stored);
    }

    List<Read> reads() {
        return new ArrayList<>(reads);
    }

    List<Drop> drops() {
        return new ArrayList<>(drops);
    }

    List<PutBack> putBacks() {
        return new ArrayList<>(putBacks);
    }

    List<Outage> outages() {
        return new ArrayList<>(outages);
    }

    List<Done> faults() {
        return new ArrayList<>(faults);
    }
}
