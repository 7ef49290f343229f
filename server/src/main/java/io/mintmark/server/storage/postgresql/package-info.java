/** An engine in PostgreSQL: databases are rows of tables that several nodes share. */
@NullMarked
package io.mintmark.server.storage.postgresql;

import org.jspecify.annotations.NullMarked;
