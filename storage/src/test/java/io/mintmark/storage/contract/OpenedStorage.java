package io.mintmark.storage.contract;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.mintmark.counter.LeaseToken;
import io.mintmark.counter.ReturnRule;
import io.mintmark.document.DocumentId;
import io.mintmark.document.IdTemplate;
import io.mintmark.document.IdentityPartsSeparator;
import io.mintmark.storage.Storage;
import io.mintmark.storage.document.BatchScope;
import io.mintmark.storage.document.CommandResult;
import io.mintmark.storage.document.DocumentChange;
import io.mintmark.storage.document.DocumentCommand;
import io.mintmark.storage.document.DocumentContent;
import io.mintmark.storage.document.Expectation;
import io.mintmark.storage.document.StoredDocument;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.DocumentBatch;
import io.mintmark.storage.write.IdentityRequest;
import io.mintmark.storage.write.IdentitySeed;
import io.mintmark.storage.write.Lease;
import io.mintmark.storage.write.RangeRequest;
import io.mintmark.storage.write.RangeReturn;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One open database of an engine under the contract, and its verbs in their shortest form. */
public interface OpenedStorage {
    /** Returns the database as it is open now. */
    Storage storage();

    /** Closes it in order and opens it again. */
    void reopen();

    /** Deletes the database, and creates and opens one of the same name. */
    void recreate();

    /** Returns the changes that a listener heard so far, after each commit that was acknowledged. */
    List<DocumentChange> heard();

    /** Begins to hear changes. */
    void listen();

    /** Skips a test that needs batches over any documents, where the engine declares that it has none. */
    default void requireBatchesOverBuckets() {
        Declared.require(
                storage().batchScope() == BatchScope.DATABASE, this, "batches over documents of several buckets");
    }

    /** Reserves 32 numbers. */
    default Lease reserve(String tag) {
        return reserve(tag, 0, 32);
    }

    /** Reserves {@code size} numbers above {@code lastMax}. */
    default Lease reserve(String tag, long lastMax, int size) {
        return storage().write(new RangeRequest(CounterName.ofTag(tag), lastMax, size, "test"));
    }

    /** Gives a lease back, with or without its token. */
    default ReturnRule.Verdict giveBack(String tag, Lease lease, long last, boolean withToken) {
        return giveBack(tag, last, lease.high(), withToken ? token(lease) : null);
    }

    /** Gives back what ends at {@code end}. */
    default ReturnRule.Verdict giveBack(String tag, long last, long end, @Nullable LeaseToken token) {
        return storage().write(new RangeReturn(CounterName.ofTag(tag), last, end, token));
    }

    /** Returns the token that came with a lease. */
    default LeaseToken token(Lease lease) {
        return new LeaseToken(storage().life(), lease.serial());
    }

    /** Takes a number of an identity. */
    default long next(String identity) {
        return storage().write(new IdentityRequest(identity, null));
    }

    /** Moves an identity. */
    default long seed(String identity, long value, IdentitySeed.Direction direction) {
        return storage()
                .write(new IdentitySeed(identity, value, direction, null))
                .last();
    }

    /** Commits a batch. */
    default List<CommandResult> commit(DocumentCommand... commands) {
        return storage().write(new DocumentBatch(List.of(commands), IdentityPartsSeparator.DEFAULT));
    }

    /** Stores one document of the collection {@code Things}. */
    default CommandResult.Stored put(String id, String body) {
        return (CommandResult.Stored)
                commit(putting(id, Expectation.ANYTHING, body)).get(0);
    }

    /** Deletes one document, and returns whether it was there. */
    default boolean delete(String id) {
        CommandResult result = commit(deleting(id)).get(0);
        return ((CommandResult.Deleted) result).existed();
    }

    /** Returns the body of a document, or null if there is none. */
    default @Nullable String body(String id) {
        return storage()
                .reads()
                .read(DocumentId.of(id))
                .map(StoredDocument::content)
                .map(content -> new String(content.body(), UTF_8))
                .orElse(null);
    }

    /** Returns a command that stores a document of the collection {@code Things}. */
    static DocumentCommand.Put putting(String id, Expectation expectation, String body) {
        return putting(id, expectation, content("Things", body));
    }

    /** Returns a command that stores a document. */
    static DocumentCommand.Put putting(String id, Expectation expectation, DocumentContent content) {
        return new DocumentCommand.Put(IdTemplate.parse(id, IdentityPartsSeparator.DEFAULT), expectation, content);
    }

    /** Returns a command that deletes a document in any state. */
    static DocumentCommand.Delete deleting(String id) {
        return new DocumentCommand.Delete(DocumentId.of(id), Expectation.ANYTHING);
    }

    /** Returns content of a collection. */
    static DocumentContent content(String collection, String body) {
        return new DocumentContent(
                collection, body.getBytes(UTF_8), ("{\"@collection\":\"" + collection + "\"}").getBytes(UTF_8));
    }
}
