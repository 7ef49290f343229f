package io.mintmark.server.indexing;

import io.mintmark.document.IdentityPartsSeparator;
import io.mintmark.indexes.definition.IndexDefinition;
import io.mintmark.indexes.definition.IndexDefinition.Program;
import io.mintmark.indexes.definition.IndexPriority;
import io.mintmark.indexes.reduce.BatchTooLargeException;
import io.mintmark.indexes.reduce.Clearing;
import io.mintmark.indexes.reduce.Evaluation;
import io.mintmark.indexes.reduce.MapReduce;
import io.mintmark.indexes.reduce.StepwiseWork;
import io.mintmark.storage.index.IndexStorage;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Takes one index through its phases: it follows changes, replaces another one once it has caught up, is cleared. Used
 * by the thread of the index.
 */
final class IndexPhases implements StepwiseWork {
    /** Rows that one commit removes, at most. */
    private static final int CLEARED = 256;

    /** Keeps the list. */
    interface Owner {
        /** Returns what the list says of an index now; empty once it is gone. */
        Optional<IndexEntry> entry(long number);

        /** Waits until an index may write; returns whether it may, or is to end. */
        boolean awaitTurn(IndexEntry entry);

        /** Learns that an index has followed all changes. */
        void caughtUp(long number);

        /** Learns that everything was removed that an index had written. */
        void cleared(long number);

        /** Learns that the work of an index does not fit, however little of it is done at once. */
        void doesNotFit(long number, String why);
    }

    private final long number;
    private final Owner owner;
    private final IndexStorage storage;
    private final IndexPrograms programs;
    private final IndexPermits.OfDatabase permits;
    private final Supplier<IdentityPartsSeparator> separator;
    private @Nullable MapReduce following;
    private @Nullable IndexPriority priority;
    /** Whether what is being followed is a script. */
    private boolean isScript;

    IndexPhases(
            long number,
            Owner owner,
            IndexStorage storage,
            IndexPrograms programs,
            IndexPermits.OfDatabase permits,
            Supplier<IdentityPartsSeparator> separator) {
        this.number = number;
        this.owner = owner;
        this.storage = storage;
        this.programs = programs;
        this.permits = permits;
        this.separator = separator;
    }

    @Override
    public boolean step() {
        Optional<IndexEntry> entry = owner.entry(number);
        if (entry.isEmpty()) {
            return true;
        }
        return entry.get().isBeingCleared() ? clear(entry.get()) : follow(entry.get());
    }

    private boolean clear(IndexEntry entry) {
        following = null;
        if (!clearing(entry).step()) {
            owner.cleared(number);
        }
        return true;
    }

    private Clearing clearing(IndexEntry entry) {
        return new Clearing(storage.store(number), entry.outputs().outputs(), CLEARED);
    }

    private boolean follow(IndexEntry entry) {
        if (!owner.awaitTurn(entry)) {
            return true;
        }
        if (following == null && storage.store(number).progress().clearing()) {
            // A step of the layout began this, since what was kept has a former form.
            boolean ignored = clearing(entry).step();
            return true;
        }
        if (following == null || priority != entry.priority()) {
            following = begin(entry);
            priority = entry.priority();
        }
        if (goesOn(following, entry)) {
            return true;
        }
        owner.caughtUp(number);
        return false;
    }

    private boolean goesOn(MapReduce index, IndexEntry entry) {
        try {
            return isScript ? index.step() : permits.during(index::step);
        } catch (BatchTooLargeException e) {
            if (!e.isLasting()) {
                throw e;
            }
            following = null;
            owner.doesNotFit(number, String.valueOf(e.getMessage()));
            return true;
        }
    }

    private MapReduce begin(IndexEntry entry) {
        IndexDefinition definition = entry.definition();
        isScript = definition.program() instanceof Program.Script;
        Evaluation evaluation = programs.load(definition);
        return new MapReduce(
                storage.store(number),
                storage.reads(),
                evaluation.mapping(),
                evaluation.reduction(),
                definition.outputs(),
                entry.priority().batch(),
                separator);
    }
}
