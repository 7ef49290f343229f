/**
 * Map-reduce that follows changes: entries of documents, groups of entries, a tree of partial results for each group, and
 * one commit for each batch of changes. It knows neither how a definition is written nor which engine keeps its rows.
 */
@NullMarked
package io.mintmark.server.indexes.reduce;

import org.jspecify.annotations.NullMarked;
