/**
 * Map-reduce that follows changes: which entries a document has, what each group comes to, and one commit for each
 * batch of changes. It knows neither how a definition is written nor which engine keeps its rows.
 */
@NullMarked
package io.mintmark.indexes.reduce;

import org.jspecify.annotations.NullMarked;
