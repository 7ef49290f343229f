/**
 * Ways of a write to its engine: in a group commit, or from a range that a node reserved ahead.
 *
 * <p>A group commit is the queue before a database's writer, and the loop that takes what waits into one transaction.
 * It knows no engine: what a transaction is, a {@link io.mintmark.storage.group.GroupStore} says.
 *
 * <p>A range that a node reserved for itself is cut for its clients, so that it costs no round trip to the engine.
 */
@NullMarked
package io.mintmark.storage.group;

import org.jspecify.annotations.NullMarked;
