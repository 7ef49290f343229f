package io.mintmark.testkit.history;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Records a history of operations, in memory or to a file, on one monotonic clock.
 *
 * <p>Invocations and completions are written in the order in which they are told, each at once and under a lock, so the
 * history's order is that of real time: waiting for the lock only makes operations look longer than they were. Issued
 * numbers are joined to runs first. An entry takes some ten bytes and a name or a version; a file is written in
 * blocks of 64 KiB, and memory goes with processes and with the counters that each of them issues from.
 *
 * <p>{@link #history} ends the recording. Without that a file counts as torn. If the file cannot be written, each
 * method throws {@link UncheckedIOException} from then on. Safe for use by several threads.
 */
public final class HistoryRecorder implements AutoCloseable {
    private final BlockStore store;
    private final EntryWriter entries;
    private final long start = System.nanoTime();
    private final Map<String, ProcessRecorder> processes = new ConcurrentHashMap<>();
    private volatile boolean isOver;
    private boolean isClosed;

    HistoryRecorder(BlockStore store) {
        this.store = store;
        this.entries = new EntryWriter(store);
    }

    /** Returns a recorder that keeps its history in memory, in the form of a file. */
    public static HistoryRecorder inMemory() {
        return new HistoryRecorder(new MemoryBlocks());
    }

    /** Returns a recorder that writes to a new file; throws {@link UncheckedIOException} if there is one already. */
    public static HistoryRecorder toFile(Path file) {
        return new HistoryRecorder(FileBlocks.create(file));
    }

    /** Returns what records the operations of the process of that name; the same one each time. */
    public ProcessRecorder process(String name) {
        return processes.computeIfAbsent(name, any -> new ProcessRecorder(this, name));
    }

    /** Ends the recording, and returns what was recorded; operations that go on have an unknown outcome. */
    public History history() {
        close();
        return new History(store, false);
    }

    /** Ends the recording; does nothing the second time. */
    @Override
    public void close() {
        isOver = true;
        try {
            if (!isClosed()) {
                processes.values().forEach(ProcessRecorder::flush);
            }
        } finally {
            closeEntries();
        }
    }

    private synchronized boolean isClosed() {
        return isClosed;
    }

    private synchronized void closeEntries() {
        if (!isClosed) {
            isClosed = true;
            entries.close();
        }
    }

    /** Writes runs of {@code counter} that any process has. */
    void flush(String counter) {
        processes.values().forEach(process -> process.flush(counter));
    }

    long now() {
        return System.nanoTime() - start;
    }

    void requireOpen() {
        if (isOver) {
            throw new IllegalStateException("the recording is over: record before history() and close()");
        }
        entries.requireWritten();
    }

    /** Writes an invocation, and returns its number. */
    long begin(String process, Act act) {
        requireOpen();
        synchronized (this) {
            if (isClosed) {
                requireOpen();
            }
            return entries.began(process, act, now());
        }
    }

    void end(Act act, long number, Outcome outcome) {
        if (act instanceof Act.Drop && !isOver) {
            flush(act.name());
        }
        synchronized (this) {
            if (!isClosed) {
                entries.requireWritten();
                entries.ended(number, outcome, now());
            }
        }
    }

    synchronized void issued(String process, Act.Issue act, long first, long last) {
        entries.requireWritten();
        entries.issued(process, act, first, last);
    }
}
