/**
 * Counters in a relational database: tables of our own, and the sequences and tables that other products count with.
 *
 * <p>{@link io.mintmark.jdbc.JdbcRanges} is the door, {@link io.mintmark.jdbc.JdbcCounter} the counter. Three
 * things say how one is kept and know nothing of each other: where its number is
 * ({@link io.mintmark.jdbc.database.CounterAccess}), what that number means ({@link io.mintmark.jdbc.StoredValue}), and
 * which numbers it stands for ({@link io.mintmark.counter.BlockRule}). A {@link io.mintmark.jdbc.Preset} names the
 * three as a product has them.
 */
package io.mintmark.jdbc;
