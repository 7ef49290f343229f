package io.mintmark.server.storage.evaluation;

import io.mintmark.document.DocumentId;
import io.mintmark.document.IdTemplate;
import io.mintmark.document.KeyForm;
import io.mintmark.server.storage.counter.CounterName;
import io.mintmark.server.storage.counter.HiLoDocument;
import io.mintmark.server.storage.counter.IdentityRequest;
import io.mintmark.server.storage.counter.IdentitySeed;
import io.mintmark.server.storage.document.DocumentBatch;
import io.mintmark.server.storage.document.DocumentCommand;
import io.mintmark.server.storage.document.Overwrite;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The keys of the rows that pieces of work may ask for, known before any of them runs: an engine fetches them for a whole
 * group at once, in one order, so that two nodes do not wait for each other in a circle.
 *
 * <p>Ids that are made on the way are not among them, since nobody knows them before ({@link #makesIds}). Such ids are nearly
 * always new: an engine presumes so, and evaluates again if its write finds that one was not. Leases belong to their
 * counters. Used by one thread.
 */
public final class ReadSet {
    private final SortedSet<String> counters = new TreeSet<>();
    private final SortedSet<String> identities = new TreeSet<>();
    private final SortedSet<String> answers = new TreeSet<>();
    private final SortedSet<String> documents = new TreeSet<>();
    private final SortedSet<String> contents = new TreeSet<>();
    private final SortedSet<String> collections = new TreeSet<>();
    private boolean makesIds;

    /** Adds what reserving, giving back and raising read of a counter. */
    public void addCounter(CounterName counter) {
        counters.add(counter.key());
        collections.add(KeyForm.of(HiLoDocument.COLLECTION));
    }

    /** Adds what taking a number reads. */
    public void addNumber(IdentityRequest request) {
        String key = IdentityWork.key(request.name());
        addIdentity(key, IdentityWork.requestKey(key, request.requestId()));
    }

    /** Adds what moving an identity reads. */
    public void addSeed(IdentitySeed seed) {
        String key = IdentityWork.key(seed.name());
        addIdentity(key, IdentityWork.seedKey(key, seed.requestId()));
    }

    private void addIdentity(String key, @Nullable String answer) {
        identities.add(key);
        if (answer != null) {
            answers.add(answer);
        }
    }

    /** Adds what a batch wants of counters and identities before its documents are written. */
    public void addPreparation(DocumentBatch batch) {
        for (DocumentCommand command : batch.commands()) {
            if (command instanceof DocumentCommand.Put put) {
                if (put.id() instanceof IdTemplate.Identity identity) {
                    identities.add(IdentityWork.key(identity.name()));
                } else if (put.id() instanceof IdTemplate.Semantic semantic) {
                    CounterName.shownBy(semantic.id()).ifPresent(this::addCounter);
                }
            }
        }
    }

    /** Adds what a batch reads. */
    public void addBatch(DocumentBatch batch) {
        for (DocumentCommand command : batch.commands()) {
            if (command instanceof DocumentCommand.Put put) {
                addId(put.id());
                collections.add(KeyForm.of(put.content().collection()));
                if (put.overwrite() == Overwrite.IF_CHANGED && put.id() instanceof IdTemplate.Semantic semantic) {
                    contents.add(semantic.id().key());
                }
            } else {
                addId(((DocumentCommand.Delete) command).id());
            }
        }
    }

    private void addId(IdTemplate id) {
        if (id instanceof IdTemplate.Semantic semantic) {
            addId(semantic.id());
            return;
        }
        makesIds = true;
        if (id instanceof IdTemplate.Identity identity) {
            identities.add(IdentityWork.key(identity.name()));
        }
    }

    private void addId(DocumentId id) {
        CounterName.shownBy(id).ifPresentOrElse(this::addCounter, () -> documents.add(id.key()));
    }

    /** Returns key forms of the documents that show counters. */
    public SortedSet<String> counters() {
        return Collections.unmodifiableSortedSet(counters);
    }

    /** Returns keys of identities. */
    public SortedSet<String> identities() {
        return Collections.unmodifiableSortedSet(identities);
    }

    /** Returns what requests are remembered by that may come again. */
    public SortedSet<String> answers() {
        return Collections.unmodifiableSortedSet(answers);
    }

    /** Returns key forms of ids of ordinary documents. */
    public SortedSet<String> documents() {
        return Collections.unmodifiableSortedSet(documents);
    }

    /** Returns those of {@link #documents} whose content is compared with what is put. */
    public SortedSet<String> contents() {
        return Collections.unmodifiableSortedSet(contents);
    }

    /** Returns key forms of names of collections. */
    public SortedSet<String> collections() {
        return Collections.unmodifiableSortedSet(collections);
    }

    /** Returns whether documents, or counters that they show, may be asked for under ids that are made on the way. */
    public boolean makesIds() {
        return makesIds;
    }
}
