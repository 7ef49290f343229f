/**
 * An engine in PostgreSQL, which several nodes may share: its storages, and how a database is read, on whatever node
 * it was written.
 */
@NullMarked
package io.mintmark.storage.postgresql;

import org.jspecify.annotations.NullMarked;
