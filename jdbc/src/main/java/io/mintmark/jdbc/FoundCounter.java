package io.mintmark.jdbc;

import java.util.OptionalLong;

/**
 * A counter that a look at a database found; nobody knows yet who counts with it.
 *
 * @param description where it is, and the meaning and rule that its names suggest; for a sequence LOW with its increment
 * @param value what it stores, or gives next; empty if the database does not show it
 * @param increment what a sequence steps by; empty for rows
 * @param note what its names suggest, in words
 */
public record FoundCounter(CounterDescription description, OptionalLong value, OptionalLong increment, String note) {}
