/**
 * Definitions of indexes as clients put them: read, told apart by language, refused by name where they cannot be done.
 */
@NullMarked
package io.mintmark.indexes.definition;

import org.jspecify.annotations.NullMarked;
