package io.mintmark.storage.document;

import io.mintmark.document.DocumentId;
import io.mintmark.document.IdTemplate;

/** One step of a batch. */
public sealed interface DocumentCommand {

    /**
     * Stores a document under the id that a template yields.
     *
     * @param id a final id, or how to make one
     * @param expectation what must hold of a document that bears the id already
     * @param content what to store
     * @param overwrite when to replace that document
     * @param raised whether its counter was raised for it already, where counters are written apart
     */
    record Put(IdTemplate id, Expectation expectation, DocumentContent content, Overwrite overwrite, boolean raised)
            implements DocumentCommand {

        /** Stores a document for which no counter was raised yet. */
        public Put(IdTemplate id, Expectation expectation, DocumentContent content, Overwrite overwrite) {
            this(id, expectation, content, overwrite, false);
        }

        /** Stores a document, and always replaces one that is there. */
        public Put(IdTemplate id, Expectation expectation, DocumentContent content) {
            this(id, expectation, content, Overwrite.ALWAYS);
        }
    }

    /**
     * Removes a document; removing one that is not there succeeds.
     *
     * @param id which document
     * @param expectation what must hold of it
     */
    record Delete(DocumentId id, Expectation expectation) implements DocumentCommand {}
}
