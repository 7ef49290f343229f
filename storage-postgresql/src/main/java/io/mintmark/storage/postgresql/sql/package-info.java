/**
 * PostgreSQL as the engine speaks to it: connections and transactions, what failures mean, the tables that the first
 * node makes and each version brings up to date, and rows written set-wise, as columns of statements.
 */
@NullMarked
package io.mintmark.storage.postgresql.sql;

import org.jspecify.annotations.NullMarked;
