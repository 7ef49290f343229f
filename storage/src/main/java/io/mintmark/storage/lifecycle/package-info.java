/**
 * A database as a whole: opened by the first verb, closed when idle or when a place is needed, checked, and moved to
 * another engine with what proves that all arrived.
 */
@NullMarked
package io.mintmark.storage.lifecycle;

import org.jspecify.annotations.NullMarked;
