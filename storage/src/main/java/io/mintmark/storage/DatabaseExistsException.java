package io.mintmark.storage;

import io.mintmark.MintmarkException;

/** A database of that name exists already. */
public final class DatabaseExistsException extends MintmarkException {
    private static final long serialVersionUID = 1L;

    /** Creates an exception for the database {@code name}. */
    public DatabaseExistsException(String name) {
        super("Database '" + name + "' already exists!");
    }
}
