/** Artificial documents: their ids, their metadata, and the documents that list them. */
@NullMarked
package io.mintmark.indexes.output;

import org.jspecify.annotations.NullMarked;
