/**
 * Where databases live, at the level of what the server means: batches of documents, ranges, identities, reads, images
 * of one moment.
 *
 * <p>No type of any engine crosses this border: no SQL, no connection, no transaction. What a range or a batch comes
 * to is decided in {@code evaluation}, by the same code for each engine.
 */
@NullMarked
package io.mintmark.storage;

import org.jspecify.annotations.NullMarked;
