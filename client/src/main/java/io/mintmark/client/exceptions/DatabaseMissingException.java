package io.mintmark.client.exceptions;

/** The database does not exist on the server: create it, or correct its name. */
public final class DatabaseMissingException extends MintmarkClientException {
    private static final long serialVersionUID = 1L;

    /** Creates an exception from what the server said. */
    public DatabaseMissingException(ServerError error) {
        super(error);
    }
}
