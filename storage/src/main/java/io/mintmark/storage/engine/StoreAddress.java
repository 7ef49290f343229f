package io.mintmark.storage.engine;

import io.mintmark.MintmarkException;
import io.mintmark.support.SecretFile;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * Where a store is and how it is entered, as somebody says it; immutable, and never shown with its password. Its engine
 * judges it.
 *
 * @param url begins with the scheme of the engine
 * @param user who enters; empty where the URL says it
 * @param password what opens the store; empty where none is asked for
 * @param schema in which part of the store the tables are
 * @param connections most connections at a time
 * @param connectTimeout how long it may take to get a connection
 */
public record StoreAddress(
        String url,
        Optional<String> user,
        Optional<String> password,
        String schema,
        int connections,
        Duration connectTimeout) {
    /** How many connections there are at most where nobody says it: a group of writes, a list and some reads. */
    public static final int CONNECTIONS = 16;

    /** The scheme of data directories. */
    private static final String DIRECTORY = "sqlite:";

    /** Returns the address of a data directory, which nobody has to enter. */
    public static StoreAddress ofDirectory(Path directory) {
        return new StoreAddress(
                DIRECTORY + directory, Optional.empty(), Optional.empty(), "", CONNECTIONS, Duration.ZERO);
    }

    /**
     * Returns the address with the password from the first line of a file.
     *
     * @throws MintmarkException if the file cannot be read
     */
    public StoreAddress withPasswordFrom(Path file) {
        return new StoreAddress(
                url, user, Optional.of(SecretFile.firstLine(file)), schema, connections, connectTimeout);
    }

    /** Returns the URL without the scheme of its engine. */
    public String after(String scheme) {
        return url.substring(scheme.length());
    }

    /** Returns what is no secret. */
    @Override
    public String toString() {
        return "StoreAddress[schema=" + schema + ", connections=" + connections + "]";
    }
}
