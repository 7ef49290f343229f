/**
 * Counters at work: rows that are moved, sequences and functions that are drawn from.
 *
 * <p>{@link io.mintmark.jdbc.internal.store.CounterStore} is what they have in common. The arithmetic is apart from the
 * SQL: {@link io.mintmark.jdbc.internal.store.RowArithmetic} knows no database. {@code HeldNumbers} says how a counter
 * that went back is noticed.
 */
package io.mintmark.jdbc.internal.store;
