package io.mintmark.storage.cutoff;

import io.mintmark.RandomBytes;
import io.mintmark.document.NodeTag;
import io.mintmark.storage.DatabaseEntry;
import io.mintmark.storage.Storage;
import java.time.InstantSource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What lets a node go on without its engine: the journal, the storages that take documents into it, and their way home.
 * Safe for any number of threads; begun and closed by one.
 */
public final class JournalKeeper implements AutoCloseable {
    private final Optional<NodeJournal> journal;
    private final NodeTag node;
    private final InstantSource clock;
    /** For all storages: one that is closed meanwhile takes nothing back from clients. */
    private final HandedOutNumbers.Memory numbers = new HandedOutNumbers.Memory();

    private @Nullable Homecoming homecoming;

    /** Keeps {@code journal} for a node; nothing is kept where it is empty. */
    public JournalKeeper(Optional<NodeJournal> journal, NodeTag node, InstantSource clock) {
        this.journal = journal;
        this.node = node;
        this.clock = clock;
    }

    /** Returns the journal, if the node has any. */
    public Optional<NodeJournal> journal() {
        return journal;
    }

    /** Returns what uses a storage that was opened. */
    public Storage around(DatabaseEntry entry, Storage storage) {
        return journal.<Storage>map(kept -> new JournaledStorage(
                        storage,
                        kept,
                        entry.name(),
                        new HandedOutNumbers(numbers, storage.life()),
                        node,
                        clock,
                        RandomBytes.secure()))
                .orElse(storage);
    }

    /** Begins to bring home what is kept. */
    public void begin(Homecoming.Engine engine) {
        homecoming = journal.map(kept -> Homecoming.begin(kept, engine, clock)).orElse(null);
    }

    /** Brings nothing more home, before the databases close. */
    public void end() {
        Homecoming begun = homecoming;
        if (begun != null) {
            begun.close();
        }
    }

    /** Closes the journal, after the databases. */
    @Override
    public void close() {
        journal.ifPresent(NodeJournal::close);
    }
}
