/**
 * What an index keeps beside documents, and how it hears of their changes: rows whose meaning only the index knows,
 * committed together with the documents that it writes.
 */
@NullMarked
package io.mintmark.storage.index;

import org.jspecify.annotations.NullMarked;
