package io.mintmark.storage.document;

import io.mintmark.document.Bucket;
import io.mintmark.document.DocumentId;
import io.mintmark.document.IdTemplate;
import java.util.List;

/** How far the promise "all commands or none" reaches; an engine declares what it can hold. */
public enum BatchScope {
    /** Any batch of one database is atomic. */
    DATABASE,
    /** A batch is atomic if all its documents share a bucket; another one is refused. */
    BUCKET;

    /**
     * Refuses a batch that is not atomic in this scope. An id that the server makes lies in a bucket that nobody can
     * choose, so such a command stands alone.
     *
     * @throws BatchScopeException naming two ids that lie apart
     */
    public void require(List<DocumentCommand> commands) {
        if (this == DATABASE || commands.size() < 2) {
            return;
        }
        DocumentId first = id(commands.get(0));
        Bucket bucket = Bucket.of(first);
        for (DocumentCommand command : commands) {
            DocumentId id = id(command);
            if (!Bucket.of(id).equals(bucket)) {
                throw new BatchScopeException(first + " lies in bucket " + bucket.number() + " and " + id
                        + " in bucket " + Bucket.of(id).number());
            }
        }
    }

    private static DocumentId id(DocumentCommand command) {
        if (command instanceof DocumentCommand.Put put) {
            if (put.id() instanceof IdTemplate.Semantic semantic) {
                return semantic.id();
            }
            throw new BatchScopeException("the bucket of an id that the server makes is not known before");
        }
        return ((DocumentCommand.Delete) command).id();
    }
}
