package io.mintmark.storage.write;

/**
 * Moves a counter up without owning numbers; the answer is where it stands then.
 *
 * <p>Holds: later leases begin above the answer. Undefined: nothing; a counter already higher stays.
 *
 * @param counter which counter
 * @param atLeast where it is to stand: 0 to the counters' ceiling, or else the write is refused by an
 *     {@link IllegalArgumentException}
 */
public record CounterRaise(CounterName counter, long atLeast) implements Write<Standing> {}
