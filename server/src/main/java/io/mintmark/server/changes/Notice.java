package io.mintmark.server.changes;

import io.mintmark.document.KeyForm;
import io.mintmark.storage.document.DocumentChange;
import io.mintmark.support.Json;
import org.jspecify.annotations.Nullable;

/**
 * Something to tell, written once for everybody who is told. Used by one thread, but for its finished text.
 */
sealed interface Notice {
    /** Returns the message, in UTF-8. */
    byte[] text();

    /** A document changed. */
    final class OfDocument implements Notice {
        private final DocumentChange change;
        private final String key;
        private final String collectionKey;
        private byte @Nullable [] text;

        OfDocument(DocumentChange change) {
            this.change = change;
            this.key = KeyForm.of(change.id());
            this.collectionKey = KeyForm.of(change.collection());
        }

        /** Returns the form in which the document's id compares. */
        String key() {
            return key;
        }

        /** Returns the form in which its collection compares. */
        String collectionKey() {
            return collectionKey;
        }

        @Override
        public byte[] text() {
            byte[] written = text;
            if (written == null) {
                written = Messages.documentChange(change);
                text = written;
            }
            return written;
        }
    }

    /**
     * Nodes came, left or moved.
     *
     * @param text the message
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record OfTopology(byte[] text) implements Notice {
        static OfTopology of(String url, String database) {
            return new OfTopology(Messages.topologyChange(url, database));
        }
    }

    /**
     * The state of an operation changed.
     *
     * @param id the operation's number
     * @param text the message
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record OfOperation(long id, byte[] text) implements Notice {
        static OfOperation of(long id, Json.Writing state) {
            return new OfOperation(id, Messages.operationChange(id, state));
        }
    }
}
