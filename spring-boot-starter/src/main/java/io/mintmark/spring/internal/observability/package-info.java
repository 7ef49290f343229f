/** Health and meters of counters while they run. Not for applications. */
@NullMarked
package io.mintmark.spring.internal.observability;

import org.jspecify.annotations.NullMarked;
