/**
 * The write-ahead log of a file: judged before SQLite reads it, copied while a database is served, kept when it closes.
 */
@NullMarked
package io.mintmark.storage.sqlite.log;

import org.jspecify.annotations.NullMarked;
