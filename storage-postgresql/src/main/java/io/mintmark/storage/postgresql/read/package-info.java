/** Reading a database in PostgreSQL, on whatever node it was written. */
@NullMarked
package io.mintmark.storage.postgresql.read;

import org.jspecify.annotations.NullMarked;
