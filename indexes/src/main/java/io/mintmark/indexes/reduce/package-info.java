/**
 * Map-reduce that follows changes: which entries a document has, what each group comes to, and one commit for each
 * batch of changes. A plan is what it executes without an engine: expressions that map, and aggregates that reduce.
 *
 * <p>It knows neither how a definition is written nor which engine keeps its rows. Our own form and the subset of C#
 * both become a plan.
 */
@NullMarked
package io.mintmark.indexes.reduce;

import org.jspecify.annotations.NullMarked;
