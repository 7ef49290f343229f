package io.mintmark.client.exceptions;

import java.util.Optional;

/** A document that was loaded or stored no longer exists: evict its entity, or store a copy of it anew. */
public final class DocumentMissingException extends MintmarkClientException {
    private static final long serialVersionUID = 1L;

    private final String id;

    /** Creates an exception about the document called {@code id}. */
    public DocumentMissingException(String id) {
        super(
                "The document " + id + " is gone: evict its entity from the session, or store a copy of it anew.",
                (Throwable) null);
        this.id = id;
    }

    @Override
    public Optional<String> documentId() {
        return Optional.of(id);
    }
}
