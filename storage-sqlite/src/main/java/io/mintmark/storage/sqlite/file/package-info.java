/**
 * The files of a data directory and the connections to them, whatever their tables are; and what each file has: a row
 * of state, rows with checksums, and a write-ahead log, which is judged before SQLite reads it, copied while a
 * database is served, kept when it closes.
 */
@NullMarked
package io.mintmark.storage.sqlite.file;

import org.jspecify.annotations.NullMarked;
