package io.mintmark.storage.write;

/**
 * Asks for numbers that a node will hand out by itself.
 *
 * <p>Holds: once it is settled, no number of them was or will be part of another reservation, except by an
 * {@link AheadReturn}. No message of a client gives any of them back.
 *
 * @param counter which counter
 * @param size how many numbers; fewer come right below the counter's ceiling
 */
public record AheadRequest(CounterName counter, int size) implements Write<NumbersAhead> {}
