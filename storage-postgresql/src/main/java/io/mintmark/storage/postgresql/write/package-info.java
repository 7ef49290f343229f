/** Writing a database in PostgreSQL: the node's row in it, and the transaction of each group. */
@NullMarked
package io.mintmark.storage.postgresql.write;

import org.jspecify.annotations.NullMarked;
