package io.mintmark.storage.row;

import io.mintmark.storage.index.IndexError;

/**
 * An error of an index that a group adds.
 *
 * @param index the number of the index
 * @param commits which commit of it
 * @param part which one of that commit
 * @param error what could not be evaluated
 */
public record IndexErrorRow(long index, long commits, long part, IndexError error) {}
