package io.mintmark.indexes.rows;

/**
 * Names a group for good, in few bytes.
 *
 * @param hash the hash of its key
 * @param slot tells groups with one hash apart: 0 for the first
 */
public record GroupName(long hash, int slot) {}
