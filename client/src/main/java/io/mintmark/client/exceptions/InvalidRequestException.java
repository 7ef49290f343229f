package io.mintmark.client.exceptions;

/** What was asked broke a rule of the server, which its message names; the same again would be refused again. */
public final class InvalidRequestException extends MintmarkClientException {
    private static final long serialVersionUID = 1L;

    /** Creates an exception from what the server said. */
    public InvalidRequestException(ServerError error) {
        super(error);
    }
}
