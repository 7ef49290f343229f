/**
 * The tables of a database in PostgreSQL, each written set-wise: what a group added, changed and removed, as columns of
 * statements.
 */
@NullMarked
package io.mintmark.storage.postgresql.table;

import org.jspecify.annotations.NullMarked;
