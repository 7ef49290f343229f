/**
 * Counters in Apache Cassandra, kept by lightweight transactions.
 *
 * <p>{@link io.mintmark.cassandra.CassandraCounters} is the door, {@link io.mintmark.cassandra.CassandraCounter} the
 * counter. Below them a {@code CounterStream} merges what waits into one compare-and-set of the counter's row, a
 * {@code Plan} says what that does, and {@code Resolution} what became of one whose answer was lost.
 */
@NullMarked
package io.mintmark.cassandra;

import org.jspecify.annotations.NullMarked;
