package io.mintmark.number;

import java.time.Instant;

/**
 * The parts of an id of a bit layout; immutable.
 *
 * @param tick ticks since the layout's epoch
 * @param time when that tick began
 * @param worker the whole worker number; {@link BitLayout#part} takes it apart
 * @param sequence which id of that worker and tick
 */
public record BitParts(long tick, Instant time, long worker, long sequence) {}
