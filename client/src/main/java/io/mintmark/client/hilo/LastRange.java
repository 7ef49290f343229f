package io.mintmark.client.hilo;

/**
 * The client's last range, by which the server sizes the next one.
 *
 * @param batchSize its size
 * @param at when the client got it, in the server's own words; if empty, the server grants {@code batchSize} itself,
 *     within its limits
 */
record LastRange(long batchSize, String at) {}
