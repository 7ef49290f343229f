/**
 * What an index keeps and writes: groups of entries, a tree of partial results for each group, where a document's
 * entries are, the form in which each of them is stored, and artificial documents with the documents that list them.
 * It knows neither when a group is reduced nor what comes of it.
 */
@NullMarked
package io.mintmark.indexes.rows;

import org.jspecify.annotations.NullMarked;
