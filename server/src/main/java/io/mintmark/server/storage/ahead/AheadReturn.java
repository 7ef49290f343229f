package io.mintmark.server.storage.ahead;

import io.mintmark.server.storage.counter.CounterName;

/**
 * Gives the rest of {@link NumbersAhead} back.
 *
 * @param counter which counter
 * @param last the last number that was handed out, or one below the first
 * @param numbers what had been reserved
 */
public record AheadReturn(CounterName counter, long last, NumbersAhead numbers) {}
