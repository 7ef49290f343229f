package io.mintmark.storage.document;

import io.mintmark.document.DocumentId;
import java.time.Instant;

/** What a command of a committed batch came to. */
public sealed interface CommandResult {

    /**
     * A document was stored.
     *
     * @param id its final id
     * @param collection its collection
     * @param changeVector its version
     * @param modified when, by the server's clock
     * @param here whether it is on this machine alone so far, because the engine is not there for it
     * @param raised whether it raised its counter, as a HiLo document above it does
     */
    record Stored(DocumentId id, String collection, String changeVector, Instant modified, boolean here, boolean raised)
            implements CommandResult {

        /** A document that the engine has. */
        public Stored(DocumentId id, String collection, String changeVector, Instant modified) {
            this(id, collection, changeVector, modified, false, false);
        }

        /** Returns the same of a document whose counter may have been raised before it was written. */
        public Stored orRaised(boolean before) {
            return before ? new Stored(id, collection, changeVector, modified, here, true) : this;
        }
    }

    /**
     * A document is gone.
     *
     * @param id which one
     * @param existed whether it had been there
     */
    record Deleted(DocumentId id, boolean existed) implements CommandResult {}
}
