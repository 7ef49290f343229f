/** How statements are sent to PostgreSQL, and what its failures mean. */
@NullMarked
package io.mintmark.storage.postgresql.sql;

import org.jspecify.annotations.NullMarked;
