/**
 * The rows that an index keeps: groups of entries, a tree of partial results for each group, where a document's entries
 * are, and the form in which each of them is stored. It knows neither when a group is reduced nor what comes of it.
 */
@NullMarked
package io.mintmark.indexes.rows;

import org.jspecify.annotations.NullMarked;
