/** An engine in PostgreSQL, which several nodes may share. */
@NullMarked
package io.mintmark.storage.postgresql;

import org.jspecify.annotations.NullMarked;
