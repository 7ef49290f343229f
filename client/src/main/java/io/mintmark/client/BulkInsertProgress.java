package io.mintmark.client;

import java.util.Optional;

/**
 * How far a bulk insert is; immutable.
 *
 * @param sent how many documents were handed over to be sent
 * @param stored how many of them the server says are on its disk
 * @param lastId the id of the last one that is, if there is one
 */
public record BulkInsertProgress(long sent, long stored, Optional<String> lastId) {}
