package io.mintmark.storage.index;

import java.time.Instant;

/**
 * An error of an index, as it was kept.
 *
 * @param error what could not be evaluated
 * @param moment when that was, by the server's clock
 */
public record KeptError(IndexError error, Instant moment) {}
