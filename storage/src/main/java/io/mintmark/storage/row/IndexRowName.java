package io.mintmark.storage.row;

import io.mintmark.storage.index.RowKey;

/**
 * Which row of which index.
 *
 * @param index the number of the index
 * @param row its key there
 */
public record IndexRowName(long index, RowKey row) {}
