/** The application's databases, as far as counters have to know them. Not for applications. */
@NullMarked
package io.mintmark.spring.internal.database;

import org.jspecify.annotations.NullMarked;
