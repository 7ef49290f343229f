package io.mintmark.storage.evaluation;

import io.mintmark.document.DocumentId;
import io.mintmark.document.IdTemplate;
import io.mintmark.document.IdentityPartsSeparator;
import io.mintmark.document.KeyForm;
import io.mintmark.storage.document.DocumentCommand;
import io.mintmark.storage.document.Overwrite;
import io.mintmark.storage.document.StoredDocument;
import io.mintmark.storage.index.IndexOutput;
import io.mintmark.storage.index.IndexWrite;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.DocumentBatch;
import io.mintmark.storage.write.HiLoDocument;
import io.mintmark.storage.write.IdentityRequest;
import io.mintmark.storage.write.IdentitySeed;
import io.mintmark.storage.write.KeyedWrite;
import io.mintmark.storage.write.RangeRequest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The keys of the rows that pieces of work may ask for, known before any of them runs: an engine fetches them for a
 * whole group at once, in one order, so that two nodes do not wait for each other in a circle.
 *
 * <p>Ids that are made on the way are not among them, since nobody knows them before ({@link #makesIds}). Such ids are
 * nearly always new: an engine presumes so, and evaluates again if its write finds that one was not. Leases belong to
 * their counters. Used by one thread.
 */
public final class ReadSet {
    private final Set<String> counters = new HashSet<>();
    private final Set<String> identities = new HashSet<>();
    private final List<Draw> draws = new ArrayList<>();
    private final Set<String> seeded = new HashSet<>();
    private final Set<String> answers = new HashSet<>();
    private final Set<String> requestKeys = new HashSet<>();
    private final Set<String> documents = new HashSet<>();
    private final Set<String> contents = new HashSet<>();
    private final Set<String> brought = new HashSet<>();
    private final Set<String> collections = new HashSet<>();
    private final Set<Long> indexes = new HashSet<>();
    private boolean indexList;
    private boolean makesIds;

    /**
     * One number of an identity that is going to be taken, unless its request was answered before.
     *
     * @param identity the key of the identity
     * @param answer what the answer is remembered by; null if it is not
     * @param requestKey the name of the key of the request; null if it has none
     */
    public record Draw(
            String identity,
            @Nullable String answer,
            @Nullable String requestKey) {}

    /** Adds what reserving, giving back and raising read of a counter. */
    public void addCounter(CounterName counter) {
        counters.add(counter.key());
        collections.add(KeyForm.of(HiLoDocument.COLLECTION));
    }

    /** Adds what taking a number reads. */
    public void addNumber(IdentityRequest request) {
        addNumber(request, null);
    }

    private void addNumber(IdentityRequest request, @Nullable String requestKey) {
        String key = IdentityWork.key(request.name());
        String answer = IdentityWork.requestKey(key, request.requestId());
        if (answer == null || !answers.contains(answer)) {
            draws.add(new Draw(key, answer, requestKey));
        }
        addIdentity(key, answer);
    }

    /** Adds what moving an identity reads. */
    public void addSeed(IdentitySeed seed) {
        String key = IdentityWork.key(seed.name());
        seeded.add(key);
        addIdentity(key, IdentityWork.seedKey(key, seed.requestId()));
    }

    /** Adds what a write reads that takes place once. */
    public void addKeyed(KeyedWrite<?> keyed) {
        String name = keyed.key().name();
        boolean isNew = requestKeys.add(name);
        if (keyed.write() instanceof RangeRequest range) {
            addCounter(range.counter());
        } else if (isNew) {
            addNumber((IdentityRequest) keyed.write(), name);
        } else {
            identities.add(IdentityWork.key(((IdentityRequest) keyed.write()).name()));
        }
    }

    private void addIdentity(String key, @Nullable String answer) {
        identities.add(key);
        if (answer != null) {
            answers.add(answer);
        }
    }

    /**
     * Adds what a batch wants of counters and identities before its documents are written, and the versions by which
     * one that raises counters may be refused.
     */
    public void addPreparation(DocumentBatch batch) {
        boolean raises = BatchPreparation.raisesCounters(batch);
        for (DocumentCommand command : batch.commands()) {
            if (command instanceof DocumentCommand.Put put && put.id() instanceof IdTemplate.Identity identity) {
                addNumber(new IdentityRequest(identity.name(), null));
            } else if (raises) {
                addNamed(command);
            }
        }
    }

    private void addNamed(DocumentCommand command) {
        if (command instanceof DocumentCommand.Delete delete) {
            addId(delete.id());
        } else if (((DocumentCommand.Put) command).id() instanceof IdTemplate.Semantic semantic) {
            addId(semantic.id());
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

    /** Adds what it reads that documents come home: what is there under their ids is compared with them. */
    public void addHomecoming(DocumentBatch.Homecoming home) {
        for (StoredDocument document : home.documents()) {
            addId(document.id());
            contents.add(document.id().key());
            collections.add(KeyForm.of(document.content().collection()));
            brought.add(document.changeVector());
        }
        brought.addAll(home.confirmed());
    }

    /** Adds what a commit of an index reads: documents under the ids of its outputs may be somebody's own. */
    public void addIndexCommit(long index, IndexWrite write) {
        indexes.add(index);
        addBatch(new DocumentBatch(
                write.outputs().stream().map(IndexOutput::command).toList(), IdentityPartsSeparator.DEFAULT));
        for (IndexOutput output : write.outputs()) {
            contents.add(output.id().key());
            collections.add(KeyForm.of(output.collection()));
        }
    }

    /** Adds the list of indexes. */
    public void addIndexList() {
        indexList = true;
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
    public Set<String> counters() {
        return Collections.unmodifiableSet(counters);
    }

    /** Returns keys of identities. */
    public Set<String> identities() {
        return Collections.unmodifiableSet(identities);
    }

    /** Returns the numbers that are going to be taken of identities which nothing else moves. */
    public List<Draw> draws() {
        return draws.stream().filter(draw -> !seeded.contains(draw.identity())).toList();
    }

    /** Returns what requests are remembered by that may come again. */
    public Set<String> answers() {
        return Collections.unmodifiableSet(answers);
    }

    /** Returns the names of keys of requests. */
    public Set<String> requestKeys() {
        return Collections.unmodifiableSet(requestKeys);
    }

    /** Returns key forms of ids of ordinary documents. */
    public Set<String> documents() {
        return Collections.unmodifiableSet(documents);
    }

    /** Returns those of {@link #documents} whose content is compared with what is put. */
    public Set<String> contents() {
        return Collections.unmodifiableSet(contents);
    }

    /** Returns versions of which it is asked whether they came home before. */
    public Set<String> brought() {
        return Collections.unmodifiableSet(brought);
    }

    /** Returns key forms of names of collections. */
    public Set<String> collections() {
        return Collections.unmodifiableSet(collections);
    }

    /** Returns the numbers of indexes that commit. */
    public Set<Long> indexes() {
        return Collections.unmodifiableSet(indexes);
    }

    /** Returns whether the list of indexes is read. */
    public boolean hasIndexList() {
        return indexList;
    }

    /** Returns whether documents, or counters that they show, may be asked for under ids that are made on the way. */
    public boolean makesIds() {
        return makesIds;
    }
}
