package io.mintmark.client.exceptions;

import java.util.Optional;

/** A document is not in the state that its writer expected (409): load it again, decide again, and write again. */
public final class ConcurrencyException extends MintmarkClientException {
    private static final long serialVersionUID = 1L;

    /** Creates an exception from what the server said. */
    public ConcurrencyException(ServerError error) {
        super(error);
    }

    /** Returns the change vector that was expected; empty text stands for "no such document". */
    public Optional<String> expectedChangeVector() {
        return serverError().flatMap(ServerError::expectedChangeVector);
    }

    /** Returns the change vector that the server found, if it found the document. */
    public Optional<String> actualChangeVector() {
        return serverError().flatMap(ServerError::actualChangeVector);
    }
}
