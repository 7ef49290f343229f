package io.mintmark.storage.write;

/**
 * Asks for numbers that a node will hand out by itself.
 *
 * <p>Holds: once it is settled, no number of them was or will be part of another reservation, except by an
 * {@link AheadReturn}. No message of a client gives any of them back. It is on record like a lease, and with
 * it {@code ranges} serials are drawn, of which the node gives one to each range.
 *
 * @param counter which counter
 * @param size how many numbers; fewer come right below the counter's ceiling
 * @param ranges about how many ranges will be cut from them
 */
public record AheadRequest(CounterName counter, int size, long ranges) implements Write<NumbersAhead> {}
