package io.mintmark.client.exceptions;

/** The server failed, and the request is not to blame. */
public final class ServerFailedException extends MintmarkClientException {
    private static final long serialVersionUID = 1L;

    /** Creates an exception from what the server said. */
    public ServerFailedException(ServerError error) {
        super(error);
    }
}
