/** Databases on their way from one engine to another: their rows, and what proves that all arrived. */
@NullMarked
package io.mintmark.storage.move;

import org.jspecify.annotations.NullMarked;
