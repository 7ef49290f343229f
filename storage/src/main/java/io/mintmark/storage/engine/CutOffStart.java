package io.mintmark.storage.engine;

import io.mintmark.MintmarkException;
import io.mintmark.document.NodeTag;
import io.mintmark.storage.ReservedEtags;
import io.mintmark.storage.StorageEngine;
import io.mintmark.storage.StorageUnreachableException;
import io.mintmark.storage.cutoff.ClaimRecord;
import io.mintmark.storage.cutoff.Journal;
import io.mintmark.storage.cutoff.RecordedEngine;
import io.mintmark.support.limits.Limits;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * The start of a node that may go without its engine ({@code --start-cut-off}): with the engine it keeps its claim in
 * its directory, and without it begins by the one that is kept there. Not safe for several threads.
 */
public final class CutOffStart {
    private static final String RULE =
            "--start-cut-off lets a node start without its store only by a journal and a claim"
                    + " that it kept in --data while the store was there, but ";

    private final Path directory;
    private final String store;
    private final Optional<NodeTag> tag;
    private final BiFunction<Optional<NodeTag>, ReservedEtags, StorageEngine> opener;

    /**
     * What was opened.
     *
     * @param engine there, or to come
     * @param journal of the node, which is closed after the engine
     */
    public record Opened(StorageEngine engine, Journal journal) {}

    /**
     * Prepares a start.
     *
     * @param directory of the node
     * @param store where the store is, without secrets
     * @param tag which node this is; empty for any
     * @param opener opens the store under a tag, or any
     */
    public CutOffStart(
            Path directory,
            String store,
            Optional<NodeTag> tag,
            BiFunction<Optional<NodeTag>, ReservedEtags, StorageEngine> opener) {
        this.directory = directory;
        this.store = store;
        this.tag = tag;
        this.opener = opener;
    }

    /**
     * Starts.
     *
     * @param bytesMax how many bytes of documents the journal takes
     * @throws MintmarkException if the store refuses the node, or is not the one that documents of the journal are on
     *     their way to; or if it does not answer, and the directory has not what
     *     is needed without it, or that is of another store or tag
     */
    public Opened run(Limits limits, long bytesMax) {
        if (bytesMax == 0) {
            throw new MintmarkException(
                    "--start-cut-off needs a journal, but --journal-bytes is 0: give it room, or leave"
                            + " --start-cut-off out.");
        }
        EngineProvider.Journals journals = StorageEngines.journals();
        boolean hadJournal = journals.isIn(directory);
        Journal journal = journals.openAlone(directory, limits, bytesMax);
        try {
            return new Opened(engine(journal, hadJournal), journal);
        } catch (RuntimeException | Error e) {
            journal.close();
            throw e;
        }
    }

    private StorageEngine engine(Journal journal, boolean hadJournal) {
        ClaimRecord record = journal.claim();
        StorageEngine opened;
        try {
            opened = opener.apply(tag, record);
        } catch (StorageUnreachableException e) {
            return without(journal, hadJournal, e);
        }
        try {
            journal.serve(new Journal.Store(opened.storeId().orElse(""), store));
            return RecordedEngine.over(opened, record, store);
        } catch (RuntimeException | Error e) {
            opened.close();
            throw e;
        }
    }

    private StorageEngine without(Journal journal, boolean hadJournal, StorageUnreachableException why) {
        ClaimRecord record = journal.claim();
        ClaimRecord.Identity kept = record.identity()
                .orElseThrow(() -> refusal(
                        directory + " has " + (hadJournal ? "no claim" : "neither")
                                + ": start this node once while the store is there.",
                        why));
        if (!kept.store().equals(store)) {
            throw refusal(
                    "the one in " + directory + " is of the store " + kept.store() + ", not of " + store
                            + ": correct --store or --data, or start this node once while the store is there.",
                    why);
        }
        tag.filter(wanted -> !wanted.equals(kept.tag())).ifPresent(wanted -> {
            throw refusal(
                    "the one in " + directory + " is of the node tag " + kept.tag() + ", not of " + wanted
                            + ": give that tag, or start this node once while the store is there.",
                    why);
        });
        journal.serve(new Journal.Store(kept.storeId(), kept.store()));
        return RecordedEngine.without(record, kept, why, () -> opener.apply(Optional.of(kept.tag()), record));
    }

    private static MintmarkException refusal(String what, StorageUnreachableException why) {
        return new MintmarkException(RULE + what + " The store: " + why.getMessage(), why);
    }
}
