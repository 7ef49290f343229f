package io.mintmark.storage.document;

import io.mintmark.MintmarkException;
import io.mintmark.document.DocumentId;
import org.jspecify.annotations.Nullable;

/** A document is not in the state that its writer expected; the batch had no effect. */
public final class ConcurrencyException extends MintmarkException {
    private static final long serialVersionUID = 1L;

    private final transient DocumentId id;
    private final String expected;
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
        this.expected = expected(expectation);
        this.actual = actual;
    }

    /** RavenDB's clients show this text, and some of their users test its last sentence. */
    private static String describe(String verb, DocumentId id, Expectation expectation, @Nullable String actual) {
        boolean versioned = expectation instanceof Expectation.Version;
        String found = actual == null ? " does not exist" : " has change vector " + actual;
        String vector = actual == null ? "change vector: " : "change vector ";
        String wanted = versioned ? vector + expected(expectation) : "expecting new document";
        return "Document " + id + found + ", but " + verb + " was called with " + wanted
                + ". Optimistic concurrency violation, transaction will be aborted.";
    }

    private static String expected(Expectation expectation) {
        return expectation instanceof Expectation.Version version ? version.changeVector() : "";
    }

    /** Returns the document's id. */
    public DocumentId id() {
        return id;
    }

    /** Returns the change vector that was expected; empty if the document was to be new. */
    public String expected() {
        return expected;
    }

    /** Returns the change vector that was found, or null if there is no such document. */
    public @Nullable String actual() {
        return actual;
    }
}
