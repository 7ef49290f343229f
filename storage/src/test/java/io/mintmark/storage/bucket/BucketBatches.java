package io.mintmark.storage.bucket;

import io.mintmark.RandomBytes;
import io.mintmark.document.DocumentId;
import io.mintmark.document.IdTemplate;
import io.mintmark.document.KeyForm;
import io.mintmark.storage.ChangeListener;
import io.mintmark.storage.bucket.BucketRow.Document;
import io.mintmark.storage.bucket.BucketRows.Place;
import io.mintmark.storage.document.BatchScope;
import io.mintmark.storage.document.CollectionMismatchException;
import io.mintmark.storage.document.CommandResult;
import io.mintmark.storage.document.ConcurrencyException;
import io.mintmark.storage.document.DocumentChange;
import io.mintmark.storage.document.DocumentCommand;
import io.mintmark.storage.document.DocumentContent;
import io.mintmark.storage.document.Expectation;
import io.mintmark.storage.document.Overwrite;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.DocumentBatch;
import io.mintmark.storage.write.IdentityRequest;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What a batch comes to whose documents share a bucket. Safe for any number of threads. */
final class BucketBatches {
    private final BucketDatabase database;
    private final ChangeListener listener;
    private final RandomBytes random;

    BucketBatches(BucketDatabase database, ChangeListener listener, RandomBytes random) {
        this.database = database;
        this.listener = listener;
        this.random = random;
    }

    private <T> T step(Function<BucketStep, T> work) {
        return BucketStep.run(database, listener, work);
    }

    List<CommandResult> run(DocumentBatch batch) {
        List<DocumentCommand> commands = batch.commands();
        if (database.mistake() != BucketMistake.TAKES_ANY_BATCH) {
            BatchScope.BUCKET.require(commands);
        }
        if (commands.size() == 1
                && commands.get(0) instanceof DocumentCommand.Put put
                && !(put.id() instanceof IdTemplate.Semantic)) {
            return List.of(putUnderNewId(put, batch));
        }
        boolean apart = database.mistake() == BucketMistake.SPLITS_BATCHES
                || database.mistake() == BucketMistake.TAKES_ANY_BATCH;
        return apart
                ? commands.stream().map(each -> step(step -> apply(step, each))).toList()
                : step(step -> commands.stream().map(each -> apply(step, each)).toList());
    }

    /** Numbers are drawn before the step, so what is refused leaves a gap, and no two documents bear one. */
    private CommandResult putUnderNewId(DocumentCommand.Put put, DocumentBatch batch) {
        long etag = database.rows().next(BucketDatabase.ETAGS);
        if (put.id() instanceof IdTemplate.Identity identity) {
            long number = step(step -> BucketIdentities.next(step, new IdentityRequest(identity.name(), null)));
            DocumentId id = DocumentId.identity(identity.name(), batch.separator(), number);
            return step(step -> store(step, id, etag, Expectation.ABSENT, put.content()));
        }
        if (put.id() instanceof IdTemplate.ServerSide serverSide) {
            return putServerSide(put, serverSide.prefix(), etag);
        }
        DocumentId id = DocumentId.guid(random.take(16));
        return step(step -> store(step, id, etag, put.expectation(), put.content()));
    }

    private CommandResult putServerSide(DocumentCommand.Put put, String prefix, long etag) {
        DocumentId id = DocumentId.serverSide(prefix, etag, BucketStep.NODE);
        Optional<CommandResult> stored = step(step -> step.get(Place.of(id)) == null
                ? Optional.of(store(step, id, etag, put.expectation(), put.content()))
                : Optional.empty());
        return stored.orElseGet(() -> {
            long next = database.rows().next(BucketDatabase.ETAGS);
            DocumentId other = DocumentId.serverSideAfterCollision(prefix, next, random.take(16));
            return step(step -> store(step, other, next, put.expectation(), put.content()));
        });
    }

    private CommandResult apply(BucketStep step, DocumentCommand command) {
        if (command instanceof DocumentCommand.Delete delete) {
            return CounterName.isShownBy(delete.id()) ? BucketHiLoDocuments.delete(step, delete) : delete(step, delete);
        }
        DocumentCommand.Put put = (DocumentCommand.Put) command;
        DocumentId id = ((IdTemplate.Semantic) put.id()).id();
        if (CounterName.isShownBy(id)) {
            return BucketHiLoDocuments.put(step, id, put);
        }
        CommandResult unchanged = put.overwrite() == Overwrite.IF_CHANGED ? unchanged(step, id, put) : null;
        return unchanged == null ? store(step, id, step.drawEtag(), put.expectation(), put.content()) : unchanged;
    }

    private @Nullable CommandResult unchanged(BucketStep step, DocumentId id, DocumentCommand.Put put) {
        Document present = (Document) step.get(Place.of(id));
        if (present == null
                || !isSame(present.content().collection(), put.content().collection())
                || !present.content().isSameAs(put.content())) {
            return null;
        }
        require("Put", id, put.expectation(), present);
        return new CommandResult.Stored(id, put.content().collection(), vector(present.etag()), present.modified());
    }

    private CommandResult store(
            BucketStep step, DocumentId id, long etag, Expectation expectation, DocumentContent content) {
        Document present = (Document) step.get(Place.of(id));
        require("Put", id, expectation, present);
        String collection = database.rows().spelling(content.collection());
        if (present != null && !isSame(present.content().collection(), collection)) {
            throw new CollectionMismatchException(id, present.content().collection(), content.collection());
        }
        Document row = new Document(id, content, etag, database.now());
        step.set(Place.of(id), row);
        step.note(DocumentChange.Kind.PUT, id.text(), collection, etag);
        return new CommandResult.Stored(id, content.collection(), vector(etag), row.modified());
    }

    private CommandResult delete(BucketStep step, DocumentCommand.Delete delete) {
        Place place = Place.of(delete.id());
        Document present = (Document) step.get(place);
        require("Delete", delete.id(), delete.expectation(), present);
        if (present != null) {
            step.set(place, null);
            step.note(
                    DocumentChange.Kind.DELETE,
                    delete.id().text(),
                    present.content().collection(),
                    step.drawEtag());
        }
        return new CommandResult.Deleted(delete.id(), present != null);
    }

    private void require(String verb, DocumentId id, Expectation expectation, @Nullable Document present) {
        String actual = present == null ? null : vector(present.etag());
        if (!expectation.isMetBy(actual)) {
            throw new ConcurrencyException(verb, id, expectation, actual);
        }
    }

    private String vector(long etag) {
        return BucketRow.vector(etag, database.id());
    }

    static boolean isSame(String one, String other) {
        return Objects.equals(KeyForm.of(one), KeyForm.of(other));
    }
}
