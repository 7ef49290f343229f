package io.mintmark.client.exceptions;

import io.mintmark.MintmarkException;
import java.net.URI;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The root of the exceptions that a client throws about its server; the subtypes differ in what a program can do next.
 */
public abstract class MintmarkClientException extends MintmarkException {
    private static final long serialVersionUID = 1L;

    private final transient @Nullable ServerError error;

    /** Creates an exception about what a server refused. */
    protected MintmarkClientException(ServerError error) {
        this(error.sentence(), error);
    }

    /** Creates an exception about what a server refused, in other words than the server's. */
    protected MintmarkClientException(String message, ServerError error) {
        super(message);
        this.error = error;
    }

    /** Creates an exception without a server's answer. */
    protected MintmarkClientException(String message, @Nullable Throwable cause) {
        super(message);
        this.error = null;
        if (cause != null) {
            initCause(cause);
        }
    }

    /** Returns what the server said, if it answered. */
    public Optional<ServerError> serverError() {
        return Optional.ofNullable(error);
    }

    /** Returns the server's name for this kind of failure, such as {@code System.ArgumentException}. */
    public Optional<String> errorType() {
        return serverError().map(ServerError::type).filter(type -> !type.isEmpty());
    }

    /** Returns the URL of the request with its node, if a node answered. */
    public Optional<URI> url() {
        return serverError().map(ServerError::url);
    }

    /** Returns the id of the document that this is about, if it is known. */
    public Optional<String> documentId() {
        return serverError().flatMap(ServerError::documentId);
    }
}
