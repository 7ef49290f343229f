package io.mintmark.server.storage;

import io.mintmark.MintmarkException;
import io.mintmark.document.DocumentId;
import org.jspecify.annotations.Nullable;

/** A document is not in the state that its writer expected; the batch had no effect. */
public final class ConcurrencyException extends MintmarkException {
    private static final long serialVersionUID = 1L;

    private final transient DocumentId id;
    private final @Nullable String expected;
    private final @Nullable String actual;

    /**
     * Creates an exception.
     *
     * @param verb {@code Put} or {@code Delete}
     * @param id the document
     * @param expectation what its writer expected
     * @param actual its change vector, or null if there is no such document
     */
    public ConcurrencyException(String verb, DocumentId id, Expectation expectation, @Nullable String actual) {
        super(describe(verb, id, expectation, actual));
        this.id = id;
        this.expected = expectation instanceof Expectation.Version version ? version.changeVector() : "";
        this.actual = actual;
    }

    private static String describe(String verb, DocumentId id, Expectation expectation, @Nullable String actual) {
        String expected = expectation instanceof Expectation.Version version
                ? "change vector " + version.changeVector()
                : "expecting new document";
        // RavenDB's clients show this text, and some of their users' code tests its last sentence.
        return actual == null
                ? "Document " + id + " does not exist, but " + verb + " was called with "
                        + expected.replaceFirst(" vector ", " vector: ")
                        + ". Optimistic concurrency violation, transaction will be aborted."
                : "Document " + id + " has change vector " + actual + ", but " + verb + " was called with " + expected
                        + ". Optimistic concurrency violation, transaction will be aborted.";
    }

    /** Returns the document's id. */
    public DocumentId id() {
        return id;
    }

    /** Returns the change vector that was expected; empty if the document was to be new. */
    public @Nullable String expected() {
        return expected;
    }

    /** Returns the change vector that was found, or null if there is no such document. */
    public @Nullable String actual() {
        return actual;
    }
}
