package io.mintmark.storage.group;

import io.mintmark.document.NodeTag;
import io.mintmark.storage.Writes;
import io.mintmark.storage.lease.CutFact;
import io.mintmark.storage.lease.CutReader;
import io.mintmark.storage.lease.CutWriter;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.Cut;
import io.mintmark.storage.write.CutLog;
import io.mintmark.support.Party;
import io.mintmark.support.Pending;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The way of cut ranges to the engine's record, for all counters of one database. No range waits for it: one write at a
 * time is on its way, beside a reservation, or a second after something was to be logged. Safe for any number of
 * threads.
 *
 * <p>What the engine did not take is tried again a second later. What does not fit into memory meanwhile is lost, the
 * oldest first; then the reservations say who owned the numbers, and no more.
 */
final class LeaseLog {
    private static final Logger LOG = LoggerFactory.getLogger(LeaseLog.class);

    /** How much may be on its way to the engine, in bytes. */
    static final long UNSAVED_BYTES_MAX = 1L << 20;

    /** Runs what it gets a second later. */
    static final Executor A_SECOND_LATER = CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS);

    private final Writes engine;
    private final Executor later;
    private final Queue<Runnable> takings = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedDeque<CutLog.Chunk> unsaved = new ConcurrentLinkedDeque<>();
    private final Queue<Long> ended = new ConcurrentLinkedQueue<>();
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicBoolean planned = new AtomicBoolean();
    private final AtomicBoolean writing = new AtomicBoolean();
    /** Completed once nothing is on its way. */
    private volatile CompletableFuture<Void> idle = CompletableFuture.completedFuture(null);

    private volatile boolean closed;

    /** Writes to {@code engine}, when {@code later} runs what it gets. */
    LeaseLog(Writes engine, Executor later) {
        this.engine = engine;
        this.later = later;
    }

    /** Takes note that {@code taking} has something to add. */
    void toTake(Runnable taking) {
        boolean ignored = takings.add(taking);
        plan();
    }

    /** Takes a chunk that is complete. */
    void add(CutLog.Chunk chunk) {
        unsaved.addLast(chunk);
        long now = bytes.addAndGet(chunk.bytes());
        while (now > UNSAVED_BYTES_MAX && drop()) {
            now = bytes.get();
        }
        plan();
    }

    private boolean drop() {
        CutLog.Chunk oldest = unsaved.pollFirst();
        if (oldest != null) {
            bytes.addAndGet(-oldest.bytes());
            LOG.debug(
                    "Cut ranges of {} are not logged: too much is waiting.",
                    oldest.counter().document());
        }
        return oldest != null;
    }

    /** Takes note that a reservation is used up. */
    void ended(long serial) {
        boolean ignored = ended.add(serial);
        plan();
    }

    private void plan() {
        if (!closed && planned.compareAndSet(false, true)) {
            later.execute(() -> {
                planned.set(false);
                write();
            });
        }
    }

    /** Writes what there is, unless a write is on its way. */
    void write() {
        if (!writing.compareAndSet(false, true)) {
            return;
        }
        try {
            writeNext();
        } catch (RuntimeException | Error e) { // an Error too: closing must not wait for what will not come
            failed(e);
        }
    }

    private void writeNext() {
        for (Runnable taking = takings.poll(); taking != null; taking = takings.poll()) {
            taking.run();
        }
        CutLog log = new CutLog(List.copyOf(unsaved), List.copyOf(ended));
        if (log.chunks().isEmpty() && log.ended().isEmpty()) {
            writing.set(false);
            return;
        }
        idle = new CompletableFuture<>();
        Pending<Boolean> written = engine.submit(log, Party.NOBODY);
        written.whenSettled(() -> settle(log, written));
    }

    private void settle(CutLog log, Pending<Boolean> written) {
        try {
            boolean ignored = written.await();
            forget(log);
        } catch (RuntimeException e) {
            failed(e);
            return;
        }
        rest();
        if (!takings.isEmpty() || !unsaved.isEmpty() || !ended.isEmpty()) {
            plan();
        }
    }

    private void forget(CutLog log) {
        for (CutLog.Chunk chunk : log.chunks()) {
            if (unsaved.removeFirstOccurrence(chunk)) {
                bytes.addAndGet(-chunk.bytes());
            }
        }
        log.ended().forEach(ended::remove);
    }

    private void failed(Throwable why) {
        LOG.debug("Cut ranges could not be logged yet.", why);
        rest();
        plan();
    }

    private void rest() {
        CompletableFuture<Void> waiting = idle;
        writing.set(false);
        boolean ignored = waiting.complete(null);
    }

    /** Returns what is on its way of a number. */
    Optional<CutFact> find(NodeTag node, CounterName counter, long number) {
        return unsaved.stream()
                .filter(chunk -> chunk.low() <= number && number <= chunk.high())
                .filter(chunk -> chunk.counter().equals(counter))
                .flatMap(chunk -> CutReader.find(node, chunk.content(), number).stream())
                .findFirst();
    }

    /** Writes what is left, and plans nothing more; what fails now is lost. */
    void close() {
        closed = true;
        idle.join();
        write();
        idle.join();
    }

    /**
     * What is to be logged of the ranges that were cut of one counter and are final: nothing of them can be given back
     * here. A crash that forgets a return thus never leaves a record that says otherwise. Used under its owner's lock.
     */
    static final class OfCounter {
        /** A chunk that grew so long is handed on before the log asks for it. */
        private static final int CHUNK_BYTES_MAX = 1 << 18;

        private final CounterName counter;
        private final NodeTag node;
        private final LeaseLog log;
        /** Takes what there is, under the owner's lock. */
        private final Runnable taking;

        private CutWriter writer = new CutWriter();

        OfCounter(CounterName counter, NodeTag node, LeaseLog log, Runnable taking) {
            this.counter = counter;
            this.node = node;
            this.log = log;
            this.taking = taking;
        }

        /** Logs a range, of which numbers up to {@code last} were used. */
        void add(Cut cut, long last) {
            boolean wasEmpty = writer.length() == 0;
            writer.add(cut, last);
            added(wasEmpty);
        }

        /** Logs numbers that are left of a reservation. */
        void addLeft(long from, long to, Instant now) {
            boolean wasEmpty = writer.length() == 0;
            writer.addLeft(from, to, now);
            added(wasEmpty);
        }

        private void added(boolean wasEmpty) {
            if (wasEmpty) {
                log.toTake(taking);
            } else if (writer.length() >= CHUNK_BYTES_MAX) {
                take();
            }
        }

        /** Logs that nothing more is cut from a reservation of that serial. */
        void ended(long serial) {
            log.ended(serial);
        }

        boolean isEmpty() {
            return writer.length() == 0;
        }

        /** Hands what there is to the log of all counters. */
        void take() {
            if (writer.length() > 0) {
                log.add(writer.chunk(counter));
                writer = new CutWriter();
            }
        }

        /** Returns what was not handed on yet of a number. */
        Optional<CutFact> find(long number) {
            return CutReader.find(node, writer.content(), number);
        }
    }
}
