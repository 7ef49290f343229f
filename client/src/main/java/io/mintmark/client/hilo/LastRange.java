package io.mintmark.client.hilo;

/**
 * What a client tells of its last range, from which the server sizes the next one.
 *
 * @param batchSize its size
 * @param at when the client got it, in the server's own words; empty for "none", and then the server grants {@code
 *     batchSize} itself, within its limits
 */
record LastRange(long batchSize, String at) {}
