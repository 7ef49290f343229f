/**
 * Group commit: the queue before a database's writer, and the loop that takes what waits into one transaction.
 *
 * <p>It knows no engine: what a transaction is, a {@link io.mintmark.storage.group.GroupStore} says.
 */
@NullMarked
package io.mintmark.storage.group;

import org.jspecify.annotations.NullMarked;
