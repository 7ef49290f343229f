package io.mintmark.indexes.definition;

import io.mintmark.indexes.rows.OutputDocuments;

/**
 * An index and what it writes.
 *
 * @param name its name
 * @param outputs where its results go
 */
public record NamedOutputs(String name, OutputDocuments outputs) {}
