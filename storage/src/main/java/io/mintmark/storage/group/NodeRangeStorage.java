package io.mintmark.storage.group;

import io.mintmark.counter.ReturnRule;
import io.mintmark.document.DocumentId;
import io.mintmark.document.IdTemplate;
import io.mintmark.document.NodeTag;
import io.mintmark.internal.Ticker;
import io.mintmark.storage.Image;
import io.mintmark.storage.Storage;
import io.mintmark.storage.StorageReads;
import io.mintmark.storage.StorageUnreachableException;
import io.mintmark.storage.WriteKind;
import io.mintmark.storage.WriteState;
import io.mintmark.storage.Writes;
import io.mintmark.storage.document.BatchScope;
import io.mintmark.storage.document.CommandResult;
import io.mintmark.storage.document.DocumentCommand;
import io.mintmark.storage.index.IndexStorage;
import io.mintmark.storage.lease.CutFact;
import io.mintmark.storage.lease.NumberAnswer;
import io.mintmark.storage.lease.NumberHistory;
import io.mintmark.storage.row.LeaseSerials;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.CounterRaise;
import io.mintmark.storage.write.Cut;
import io.mintmark.storage.write.DocumentBatch;
import io.mintmark.storage.write.Lease;
import io.mintmark.storage.write.RangeRequest;
import io.mintmark.storage.write.RangeReturn;
import io.mintmark.storage.write.Write;
import io.mintmark.support.Party;
import io.mintmark.support.Pending;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * A storage behind the numbers that this node owns of its counters, be it the only one or one of several. Safe for any
 * number of threads.
 *
 * <p>A range that this node cuts is on no disk as a lease: after a crash it cannot be returned, and only this node
 * takes it back. Where this node moves a counter otherwise, it stops cutting before; another node's raise reaches it by
 * the engine's counter alone, so that reservations made before go on being issued, as clients' ranges do.
 *
 * <p>What this node owns it cuts whatever the engine does: an engine that is not there, or has not told yet what became
 * of a write, takes nothing of it away. Then nothing that is refused anyway stops the cutting.
 */
public final class NodeRangeStorage implements Storage {
    private final Storage engine;
    private final NodeRanges ranges;
    private final NodeTag node;

    /**
     * Reserves ahead in {@code engine} what it gives to clients, and logs what it cuts.
     *
     * @param node this node's tag
     * @param serials where {@code engine} draws serials of leases
     */
    public static NodeRangeStorage logging(
            Storage engine,
            NodeTag node,
            LeaseSerials serials,
            ReservationAmount amount,
            InstantSource clock,
            Ticker ticker) {
        return logging(engine, node, serials, amount, clock, ticker, LeaseLog.A_SECOND_LATER);
    }

    /** Does the same, and writes the log when {@code later} runs what it gets, or beside a reservation. */
    public static NodeRangeStorage logging(
            Storage engine,
            NodeTag node,
            LeaseSerials serials,
            ReservationAmount amount,
            InstantSource clock,
            Ticker ticker,
            Executor later) {
        return new NodeRangeStorage(engine, engine, node, serials, amount, clock, ticker, later);
    }

    /** Reserves ahead likewise, and keeps no log. */
    public NodeRangeStorage(
            Storage engine,
            NodeTag node,
            LeaseSerials serials,
            ReservationAmount amount,
            InstantSource clock,
            Ticker ticker) {
        this(engine, engine, node, serials, amount, clock, ticker, null);
    }

    /**
     * Creates one that hands reservations ahead, and its log, over to {@code ahead}.
     *
     * @param later runs what writes the log; null to keep none
     */
    NodeRangeStorage(
            Storage engine,
            Writes ahead,
            NodeTag node,
            LeaseSerials serials,
            ReservationAmount amount,
            InstantSource clock,
            Ticker ticker,
            @Nullable Executor later) {
        LeaseLog log = later == null ? null : new LeaseLog(ahead, later);
        this.engine = engine;
        this.ranges =
                new NodeRanges(ahead, new AheadCounter.Home(engine.life(), node, serials, clock, log), amount, ticker);
        this.node = node;
    }

    private Lease lease(Cut cut) {
        return new Lease(cut.lease().serial(), cut.lease().low(), cut.lease().high(), node, cut.at());
    }

    @Override
    @SuppressWarnings("unchecked") // a range is answered by a lease, and a return by a verdict
    public <T> Pending<T> submit(Write<T> write, Party party) {
        if (write instanceof RangeRequest request) {
            return (Pending<T>) take(request, party);
        }
        if (write instanceof RangeReturn returned) {
            return (Pending<T>) giveBack(returned, party);
        }
        requireReachable(write);
        if (write instanceof CounterRaise raise) {
            return ranges.move(raise.counter(), () -> engine.submit(write, party));
        }
        return write instanceof DocumentBatch batch ? (Pending<T>) edit(batch, party) : engine.submit(write, party);
    }

    /** What the engine would refuse must not stop the cutting first. */
    private void requireReachable(Write<?> write) {
        boolean ofDocuments = write instanceof DocumentBatch || write instanceof DocumentBatch.Homecoming;
        WriteKind kind = ofDocuments ? WriteKind.DOCUMENT : WriteKind.HILO;
        if (engine.writes(kind) == WriteState.UNREACHABLE) {
            throw new StorageUnreachableException(
                    "The engine behind the database does not answer or takes no writes, and nothing of this request was"
                            + " done: ask another node, or try again in a moment.",
                    new IllegalStateException("the engine is not there for this node"));
        }
    }

    private Pending<Lease> take(RangeRequest request, Party party) {
        WriteState state = engine.writes(WriteKind.HILO);
        if (state == WriteState.FAILED) {
            // It says why. A node whose claim ended may stand over an engine that was put back.
            return engine.submit(request, party);
        }
        return ranges.take(request, this::lease, () -> engine.submit(request, party), state == WriteState.TAKEN);
    }

    private Pending<ReturnRule.Verdict> giveBack(RangeReturn returned, Party party) {
        return ranges.giveBack(returned).map(Pending::done).orElseGet(() -> engine.submit(returned, party));
    }

    /**
     * Stops cutting numbers of counters whose HiLo documents a batch writes to: the edit forgets their leases. It stops
     * once more before anybody hears of the edit, since numbers may have been reserved right before it.
     */
    private Pending<List<CommandResult>> edit(DocumentBatch batch, Party party) {
        List<CounterName> edited = edited(batch);
        edited.forEach(ranges::drop);
        Pending<List<CommandResult>> done = engine.submit(batch, party);
        return edited.isEmpty()
                ? done
                : done.map(results -> {
                    edited.forEach(ranges::drop);
                    return results;
                });
    }

    private static List<CounterName> edited(DocumentBatch batch) {
        return batch.commands().stream()
                .flatMap(command -> id(command).flatMap(CounterName::shownBy).stream())
                .toList();
    }

    private static Optional<DocumentId> id(DocumentCommand command) {
        if (command instanceof DocumentCommand.Put put) {
            return put.id() instanceof IdTemplate.Semantic semantic ? Optional.of(semantic.id()) : Optional.empty();
        }
        return Optional.of(((DocumentCommand.Delete) command).id());
    }

    @Override
    public StorageReads reads() {
        return engine.reads();
    }

    @Override
    public NumberAnswer holderOf(CounterName counter, long number) {
        if (number > engine.ceiling()) {
            return engine.holderOf(counter, number);
        }
        // What it knows itself comes first: it leaves this node only once the engine has it.
        Optional<CutFact> known = ranges.find(counter, number);
        return NumberHistory.answer(number, engine.reads().facts(counter, number), known);
    }

    /** Returns how many numbers of all counters this node owns that it has not handed out. */
    public long numbersAhead() {
        return ranges.left();
    }

    @Override
    public void close() {
        ranges.close();
        engine.close();
    }

    @Override
    public WriteState writes(WriteKind kind) {
        return engine.writes(kind);
    }

    @Override
    public boolean hasFailed() {
        return engine.hasFailed();
    }

    @Override
    public Image image(long logBytesMax) {
        return engine.image(logBytesMax);
    }

    @Override
    public boolean isBeingCopied() {
        return engine.isBeingCopied();
    }

    @Override
    public OptionalLong drawEtagAhead() {
        return engine.drawEtagAhead();
    }

    @Override
    public boolean isToStayOpen() {
        return engine.isToStayOpen();
    }

    @Override
    public boolean isOutlived() {
        return engine.isOutlived();
    }

    @Override
    public Optional<IndexStorage> indexes() {
        return engine.indexes();
    }

    @Override
    public String life() {
        return engine.life();
    }

    @Override
    public long ceiling() {
        return engine.ceiling();
    }

    @Override
    public BatchScope batchScope() {
        return engine.batchScope();
    }

    @Override
    public String databaseId() {
        return engine.databaseId();
    }
}
