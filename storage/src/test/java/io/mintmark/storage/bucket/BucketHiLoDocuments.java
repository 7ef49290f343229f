package io.mintmark.storage.bucket;

import io.mintmark.document.DocumentId;
import io.mintmark.storage.document.CollectionMismatchException;
import io.mintmark.storage.document.CommandResult;
import io.mintmark.storage.document.ConcurrencyException;
import io.mintmark.storage.document.DocumentCommand;
import io.mintmark.storage.document.DocumentContent;
import io.mintmark.storage.document.Expectation;
import io.mintmark.storage.document.Overwrite;
import io.mintmark.storage.lease.LeaseKind;
import io.mintmark.storage.row.Counter;
import io.mintmark.storage.write.HiLoDocument;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What writing to the document of a counter comes to: the counter is raised or hidden, never lowered. Stateless. */
final class BucketHiLoDocuments {
    private BucketHiLoDocuments() {}

    static CommandResult put(BucketStep step, DocumentId id, DocumentCommand.Put put) {
        BucketCounters work = new BucketCounters(step, id);
        Counter counter = work.counter();
        DocumentContent content = put.content();
        require("Put", id, put.expectation(), step, counter);
        if (counter.isShown() && !BucketBatches.isSame(work.collection(), content.collection())) {
            throw new CollectionMismatchException(id, work.collection(), content.collection());
        }
        if (put.overwrite() == Overwrite.IF_CHANGED && counter.isShown() && isShownAlready(counter, content)) {
            return result(step, id, content.collection(), counter, false);
        }
        HiLoDocument document = HiLoDocument.parse(content.body(), BucketCounters.CEILING);
        counter.show(true);
        long before = counter.max();
        counter.raisedTo(document.max());
        work.passOver(LeaseKind.EDIT, before);
        counter.rewritten(id, 0, content.metadata(), document.otherMembers());
        counter.edited();
        work.write(content.collection(), List.of());
        return result(step, id, content.collection(), counter, counter.max() > before);
    }

    private static boolean isShownAlready(Counter counter, DocumentContent content) {
        byte[] body = HiLoDocument.body(counter.max(), counter.body());
        return new DocumentContent(content.collection(), body, counter.metadata()).isSameAs(content);
    }

    private static CommandResult result(
            BucketStep step, DocumentId id, String collection, Counter counter, boolean raised) {
        String vector = BucketRow.vector(counter.etag(), step.database().id());
        return new CommandResult.Stored(id, collection, vector, counter.modified(), false, raised);
    }

    static CommandResult delete(BucketStep step, DocumentCommand.Delete delete) {
        BucketCounters work = new BucketCounters(step, delete.id());
        Counter counter = work.counter();
        require("Delete", delete.id(), delete.expectation(), step, counter);
        boolean shown = counter.isShown();
        if (shown) {
            String collection = work.collection();
            counter.show(false);
            counter.becomesUsual(0);
            counter.edited();
            work.write(collection, List.of());
        }
        return new CommandResult.Deleted(delete.id(), shown);
    }

    private static void require(String verb, DocumentId id, Expectation expectation, BucketStep step, Counter counter) {
        @Nullable String actual = counter.isShown()
                ? BucketRow.vector(counter.etag(), step.database().id())
                : null;
        if (!expectation.isMetBy(actual)) {
            throw new ConcurrencyException(verb, id, expectation, actual);
        }
    }
}
