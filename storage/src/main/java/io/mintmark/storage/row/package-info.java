/**
 * The rows that a group of writes reads and changes in memory, on whatever engine, and the form of stored values.
 *
 * <p>An engine fetches what a group asks for beforehand, or row by row
 * ({@link io.mintmark.storage.row.RowSource}), and writes what
 * {@link io.mintmark.storage.row.GroupTables} say that the group changed.
 */
@NullMarked
package io.mintmark.storage.row;

import org.jspecify.annotations.NullMarked;
