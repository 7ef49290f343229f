/** What is told of counters while they run: health, meters. Not for applications. */
@NullMarked
package io.mintmark.spring.internal.observability;

import org.jspecify.annotations.NullMarked;
