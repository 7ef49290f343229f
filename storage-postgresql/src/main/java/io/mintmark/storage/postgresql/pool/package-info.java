/** Connections to PostgreSQL: how they are set up and checked, transactions on them, and what failures mean. */
@NullMarked
package io.mintmark.storage.postgresql.pool;

import org.jspecify.annotations.NullMarked;
