package io.mintmark.jdbc.database;

/**
 * How a sequence goes on from any of its values: what is looked at after every draw.
 *
 * @param increment what it steps by
 * @param cycles whether it begins again at its end
 */
public record SequenceStep(long increment, boolean cycles) {}
