/** The real PostgreSQL that tests and measurements start. */
@NullMarked
package io.mintmark.postgres;

import org.jspecify.annotations.NullMarked;
