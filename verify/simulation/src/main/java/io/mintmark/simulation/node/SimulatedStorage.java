package io.mintmark.simulation.node;

import io.mintmark.counter.LeaseToken;
import io.mintmark.counter.OpenLease;
import io.mintmark.counter.ReturnRule;
import io.mintmark.simulation.engine.OpenedRows;
import io.mintmark.simulation.plan.Agenda;
import io.mintmark.simulation.plan.Twin;
import io.mintmark.storage.Storage;
import io.mintmark.storage.StorageReads;
import io.mintmark.storage.WriteKind;
import io.mintmark.storage.WriteState;
import io.mintmark.storage.document.BatchScope;
import io.mintmark.storage.document.StoredDocument;
import io.mintmark.storage.evaluation.HiLoWork;
import io.mintmark.storage.group.StorageWriter;
import io.mintmark.storage.lease.NumberAnswer;
import io.mintmark.storage.row.Counter;
import io.mintmark.storage.row.DocumentRow;
import io.mintmark.storage.row.GroupRows;
import io.mintmark.storage.write.AheadRequest;
import io.mintmark.storage.write.AheadReturn;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.DocumentBatch;
import io.mintmark.storage.write.NumbersAhead;
import io.mintmark.storage.write.RangeReturn;
import io.mintmark.storage.write.Write;
import io.mintmark.support.Party;
import io.mintmark.support.Pending;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;

/** A database as a node has it open: its writers, each with its turns. Twins that break a verb as a whole are here. */
final class SimulatedStorage implements Storage {
    private final NodeProcess process;
    private final OpenedRows rows;
    private final Lane counters;
    private final Lane documents;
    private final StorageWriter counterWriter;
    private final StorageWriter documentWriter;

    SimulatedStorage(String name, NodeProcess process, OpenedRows rows) {
        this.process = process;
        this.rows = rows;
        counters = new Lane(name, process, rows.counters());
        counterWriter = counters.ofRows();
        boolean apart = rows.documents() != rows.counters();
        documents = apart ? new Lane(name, process, rows.documents()) : counters;
        documentWriter = apart ? documents.ofRows() : counterWriter;
    }

    private boolean isBroken(Twin twin) {
        return process.world().settings().twin() == twin;
    }

    @Override
    @SuppressWarnings("unchecked") // each twin answers as the write does that it stands for
    public <T> Pending<T> submit(Write<T> write, Party party) {
        boolean ofDocuments = write instanceof DocumentBatch || write instanceof DocumentBatch.Homecoming;
        Lane lane = ofDocuments ? documents : counters;
        if (write instanceof DocumentBatch.Homecoming home && isBroken(Twin.HOMECOMING_OVERWRITES)) {
            Pending<T> brought = (Pending<T>)
                    documentWriter.submit(party, all -> overwriting(all, home), keys -> keys.addHomecoming(home));
            lane.wake();
            return brought;
        }
        if (write instanceof RangeReturn returned && isBroken(Twin.RETURN_ACCEPTED_TWICE)) {
            Pending<T> judged = (Pending<T>) counterWriter.submit(
                    party, all -> byRavenDb(all, returned), keys -> keys.addCounter(returned.counter()));
            lane.wake();
            return judged;
        }
        if (write instanceof RangeReturn returned && isBroken(Twin.SERIAL_NOT_COMPARED)) {
            Pending<T> judged = (Pending<T>) counterWriter.submit(
                    party, all -> byAnySerial(all, returned), keys -> keys.addCounter(returned.counter()));
            lane.wake();
            return judged;
        }
        if (write instanceof AheadRequest ahead && isBroken(Twin.CURSOR_TAKEN_FOR_DURABLE)) {
            return (Pending<T>) fromFormerProcess(ahead, party, lane);
        }
        if (write instanceof AheadRequest ahead && isBroken(Twin.CUT_BEFORE_COMMIT)) {
            NumbersAhead guessed = guessed(ahead);
            rows.serials().committed(rows.serials().last() + ahead.ranges());
            process.world().agenda().in(Agenda.SECOND, () -> process.run(() -> late(ahead, party, lane)));
            return (Pending<T>) Pending.done(guessed);
        }
        if (write instanceof AheadRequest ahead && isBroken(Twin.GIVES_BACK_TOO_MUCH)) {
            return (Pending<T>) told(queued(ahead, party, lane), numbers -> giveBackLater(ahead, numbers, lane));
        }
        return queued(write, party, lane);
    }

    private <T> Pending<T> queued(Write<T> write, Party party, Lane lane) {
        Pending<T> pending = (lane == documents ? documentWriter : counterWriter).submit(write, party);
        lane.wake();
        return pending;
    }

    private <T> void late(Write<T> write, Party party, Lane lane) {
        Pending<T> ignored = queued(write, party, lane);
    }

    /** What will be reserved if nobody comes in between, and if it is committed at all. */
    private NumbersAhead guessed(AheadRequest ahead) {
        Counter counter = rows.stored().counter(ahead.counter().key());
        long max = counter == null ? 0 : counter.max();
        return new NumbersAhead(0, max + 1, max + ahead.size(), counter == null ? 0 : counter.epoch(), 0);
    }

    /** The node goes on to cut what goes back here. */
    private void giveBackLater(AheadRequest ahead, NumbersAhead all, Lane lane) {
        AheadReturn back = new AheadReturn(ahead.counter(), all.low() - 1, all, null);
        process.world().agenda().in(Agenda.SECOND, () -> process.run(() -> late(back, Party.NOBODY, lane)));
    }

    private static ReturnRule.Verdict byRavenDb(GroupRows rows, RangeReturn returned) {
        Counter counter = rows.counter(returned.counter().document());
        if (counter == null || counter.max() != returned.end() || returned.last() > counter.max()) {
            return new ReturnRule.Verdict.Refused(ReturnRule.Reason.COUNTER_MOVED);
        }
        long before = counter.max();
        counter.returned(Math.max(0, returned.last()), null);
        rows.changed(counter, before);
        return new ReturnRule.Verdict.Accepted(counter.max());
    }

    private static ReturnRule.Verdict byAnySerial(GroupRows rows, RangeReturn returned) {
        Counter counter = rows.counter(returned.counter().document());
        OpenLease latest = counter == null ? null : counter.latest();
        LeaseToken token = returned.token();
        LeaseToken any = latest == null || token == null ? token : new LeaseToken(token.life(), latest.serial());
        return HiLoWork.giveBack(rows, new RangeReturn(returned.counter(), returned.last(), returned.end(), any));
    }

    private static List<Optional<String>> overwriting(GroupRows rows, DocumentBatch.Homecoming home) {
        rows.mark();
        for (StoredDocument each : home.documents()) {
            long collection = rows.collection(each.content().collection());
            DocumentRow present = rows.document(each.id());
            DocumentRow brought =
                    DocumentRow.of(each.id(), each.etag(), each.node(), collection, each.modified(), each.content());
            if (present == null) {
                rows.add(brought);
            } else {
                rows.replace(present, brought);
            }
        }
        rows.release();
        return home.documents().stream().map(each -> Optional.<String>empty()).toList();
    }

    private Pending<NumbersAhead> fromFormerProcess(AheadRequest ahead, Party party, Lane lane) {
        String key = rows.life() + ahead.counter().key();
        NumbersAhead former = process.ownedByFormer(key);
        if (former != null) {
            return Pending.done(former);
        }
        return told(queued(ahead, party, lane), numbers -> process.owns(key, numbers));
    }

    private static Pending<NumbersAhead> told(Pending<NumbersAhead> fresh, Consumer<NumbersAhead> then) {
        return new Pending<>() {
            @Override
            public NumbersAhead await() {
                NumbersAhead numbers = fresh.await();
                then.accept(numbers);
                return numbers;
            }

            @Override
            public void whenSettled(Runnable next) {
                fresh.whenSettled(next);
            }
        };
    }

    @Override
    public WriteState writes(WriteKind kind) {
        if (process.isFenced()) {
            return WriteState.FAILED;
        }
        return (kind == WriteKind.DOCUMENT ? documentWriter : counterWriter).state();
    }

    @Override
    public StorageReads reads() {
        return new SimulatedReads(process, rows.stored());
    }

    @Override
    public OptionalLong drawEtagAhead() {
        return rows.drawEtagAhead();
    }

    @Override
    public NumberAnswer holderOf(CounterName counter, long number) {
        throw new UnsupportedOperationException("the node looks at the rows");
    }

    @Override
    public String life() {
        return rows.life();
    }

    @Override
    public BatchScope batchScope() {
        return BatchScope.DATABASE;
    }

    @Override
    public String databaseId() {
        return rows.databaseId();
    }

    @Override
    public void close() {}
}
