package io.mintmark.storage.cutoff;

import io.mintmark.RandomBytes;
import io.mintmark.document.IdTemplate;
import io.mintmark.document.NodeTag;
import io.mintmark.storage.Storage;
import io.mintmark.storage.StorageReads;
import io.mintmark.storage.StorageUnreachableException;
import io.mintmark.storage.WriteKind;
import io.mintmark.storage.WriteState;
import io.mintmark.storage.document.CommandResult;
import io.mintmark.storage.document.DocumentCommand;
import io.mintmark.storage.document.StoredDocument;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.DocumentBatch;
import io.mintmark.storage.write.Lease;
import io.mintmark.storage.write.RangeRequest;
import io.mintmark.storage.write.RangeReturn;
import io.mintmark.storage.write.Write;
import io.mintmark.support.Party;
import io.mintmark.support.Pending;
import java.time.InstantSource;
import java.util.List;

/**
 * A storage whose node goes on without its engine: meanwhile it takes documents that nobody else can make, into a
 * {@link Journal}. Safe for any number of threads.
 *
 * <p>While the engine is there, a write costs one look at two flags more. A write to a document that is on its way home
 * waits for that: it is refused with 503, as nothing else could keep the order of the two.
 */
final class JournaledStorage extends ForwardingStorage {
    private final Storage engine;
    private final NodeJournal journal;
    private final Journal.Home home;
    private final InstantSource clock;
    private final HandedOutNumbers numbers;
    private final Creations creations;
    private final StorageReads reads;

    /**
     * Goes on for a database of {@code engine}.
     *
     * @param name of the database
     * @param numbers what this process gave to clients of this life of it
     * @param node this node's tag
     * @param random makes the ids that are to be random
     */
    JournaledStorage(
            Storage engine,
            NodeJournal journal,
            String name,
            HandedOutNumbers numbers,
            NodeTag node,
            InstantSource clock,
            RandomBytes random) {
        super(engine);
        this.engine = engine;
        this.numbers = numbers;
        this.journal = journal;
        this.home = new Journal.Home(name, engine.life());
        this.clock = clock;
        this.creations = new Creations(node, engine.databaseId(), engine::drawEtagAhead, numbers, random);
        this.reads = new JournaledReads(engine.reads(), journal, home);
    }

    @Override
    @SuppressWarnings("unchecked") // a batch is answered by results, and a range by a lease
    public <T> Pending<T> submit(Write<T> write, Party party) {
        if (write instanceof DocumentBatch batch) {
            if (engine.writes(WriteKind.DOCUMENT) == WriteState.UNREACHABLE) {
                return (Pending<T>) keep(batch, party);
            }
            if (!journal.isEmpty()) {
                batch.commands().forEach(this::requireHome);
            }
        } else if (write instanceof RangeRequest request) {
            return (Pending<T>) engine.submit(request, party).map(lease -> handedOut(request.counter(), lease));
        } else if (write instanceof RangeReturn returned) {
            numbers.givenBack(returned.counter(), returned.last(), returned.end());
        }
        return engine.submit(write, party);
    }

    private Lease handedOut(CounterName counter, Lease lease) {
        numbers.add(counter, lease.low(), lease.high());
        return lease;
    }

    private Pending<List<CommandResult>> keep(DocumentBatch batch, Party party) {
        if (batch.commands().isEmpty()) {
            return Pending.done(List.of());
        }
        List<Journal.Creation> created =
                creations.of(batch, clock.instant(), puts -> journal.open().requireRoom(home, puts));
        return journal.open()
                .append(home, created, party)
                .map(kept -> kept.stream().map(JournaledStorage::result).toList());
    }

    private static CommandResult result(StoredDocument kept) {
        return new CommandResult.Stored(
                kept.id(), kept.content().collection(), kept.changeVector(), kept.modified(), true, false);
    }

    private void requireHome(DocumentCommand command) {
        boolean isOnItsWay = command instanceof DocumentCommand.Put put
                ? put.id() instanceof IdTemplate.Semantic semantic
                        && journal.find(home, semantic.id()).isPresent()
                : journal.find(home, ((DocumentCommand.Delete) command).id()).isPresent();
        if (isOnItsWay) {
            throw new StorageUnreachableException(
                    "A document of this request was taken while this node was cut off, and is on its way to the engine,"
                            + " so nothing was done: try again in a moment.",
                    new IllegalStateException("a document is in the journal"));
        }
    }

    @Override
    public StorageReads reads() {
        return reads;
    }
}
