package io.mintmark.storage;

/**
 * The file of a database, or of the catalog, as it was at one moment, while writes go on beside it.
 *
 * <p>Everything that was acknowledged before it was made is in it. It is read by one thread at a time, and may be
 * closed by any other: by the database that closes, or by its writer when too much waits for the image to end.
 */
public interface Image extends AutoCloseable {

    /** Returns how far the data had come. */
    Position position();

    /** Returns how many bytes there are. */
    long bytes();

    /**
     * Reads what follows what was read before, and returns how many bytes that are: 0 at the end only.
     *
     * @throws StorageFailedException if the image ended before all of it was read; the message says why
     */
    int read(byte[] into);

    /** Returns whether more than half of the writes that may wait for its end do, so that it should be read faster. */
    boolean isPressed();

    /** Lets the file change again. */
    @Override
    void close();

    /**
     * How far data had come.
     *
     * @param databaseId the random id in its file; empty for a catalog
     * @param incarnation how often a copy of it was raised, and one; 0 for a catalog
     * @param etag the last etag drawn; for a catalog the number of its transactions
     * @param leaseSerial the last serial of a lease; 0 for a catalog
     */
    record Position(String databaseId, long incarnation, long etag, long leaseSerial) {}
}
