package io.mintmark.storage.write;

/**
 * Gives the rest of {@link NumbersAhead} back, of which the node hands out nothing any more; the answer is whether it
 * was taken. Otherwise it is a gap: somebody reserved after them, or edited the counter.
 *
 * @param counter which counter
 * @param last the last number that was handed out, or one below the first
 * @param numbers what had been reserved
 */
public record AheadReturn(CounterName counter, long last, NumbersAhead numbers) implements Write<Boolean> {}
