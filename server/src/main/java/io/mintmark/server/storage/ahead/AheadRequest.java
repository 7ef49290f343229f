package io.mintmark.server.storage.ahead;

import io.mintmark.server.storage.counter.CounterName;

/**
 * Asks for numbers that a node will hand out by itself.
 *
 * @param counter which counter
 * @param size how many numbers; fewer come right below the counter's ceiling
 */
public record AheadRequest(CounterName counter, int size) {}
