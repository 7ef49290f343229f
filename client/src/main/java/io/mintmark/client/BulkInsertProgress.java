package io.mintmark.client;

import java.util.Optional;

/**
 * The progress of a bulk insert; immutable.
 *
 * @param sent the number of documents that were handed over to be sent
 * @param stored the number of documents on the server's disk, as the server says
 * @param lastId the id of the last stored document, if there is one
 */
public record BulkInsertProgress(long sent, long stored, Optional<String> lastId) {}
