/**
 * Definitions as they are executed without an engine: expressions that map, and aggregates that reduce. Our own form
 * and the subset of C# both become it.
 */
@NullMarked
package io.mintmark.indexes.plan;

import org.jspecify.annotations.NullMarked;
