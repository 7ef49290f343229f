package io.mintmark.client.exceptions;

/** A database of that name is on the server already (409): use it, or choose another name. */
public final class DatabaseExistsException extends MintmarkClientException {
    private static final long serialVersionUID = 1L;

    /** Creates an exception from what the server said. */
    public DatabaseExistsException(ServerError error) {
        super(error);
    }
}
