package io.mintmark.client.exceptions;

import org.jspecify.annotations.Nullable;

/** A file of certificates cannot be used; its message says which and why. */
public final class InvalidCertificateException extends MintmarkClientException {
    private static final long serialVersionUID = 1L;

    /** Creates an exception whose {@code message} names the file and the remedy. */
    public InvalidCertificateException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
