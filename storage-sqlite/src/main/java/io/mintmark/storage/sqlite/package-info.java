/**
 * Databases in SQLite files: one writer thread a database that commits in groups, readers beside it on connections of
 * their own.
 *
 * <p>Start with {@link io.mintmark.storage.sqlite.SqliteEngine}; the path of a write is {@code SqliteStorage} to
 * {@code GroupCommitWriter} to {@code WriteTransaction} and its tables.
 */
@NullMarked
package io.mintmark.storage.sqlite;

import org.jspecify.annotations.NullMarked;
