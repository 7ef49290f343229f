package io.mintmark.client.exceptions;

/** The server does not allow this caller to do that: 401 or 403. */
public final class AccessRefusedException extends MintmarkClientException {
    private static final long serialVersionUID = 1L;

    /** Creates an exception from what the server said. */
    public AccessRefusedException(ServerError error) {
        super(error);
    }
}
