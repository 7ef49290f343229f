/** Counters by their names, what writes to them answer, and the document that shows one. */
@NullMarked
package io.mintmark.storage.counter;

import org.jspecify.annotations.NullMarked;
