package io.mintmark.client.exceptions;

/** A request broke a rule of the server, which the message names; the same request would be refused again. */
public final class InvalidRequestException extends MintmarkClientException {
    private static final long serialVersionUID = 1L;

    /** Creates an exception from what the server said. */
    public InvalidRequestException(ServerError error) {
        super(error);
    }

    /** Creates an exception about what was not sent, since the server would refuse it. */
    public InvalidRequestException(String message) {
        super(message, (Throwable) null);
    }
}
