package io.mintmark.jdbc.database;

/**
 * The step of a sequence, which is read again after every draw.
 *
 * @param increment what it steps by
 * @param cycles whether it begins again at its end
 */
public record SequenceStep(long increment, boolean cycles) {}
