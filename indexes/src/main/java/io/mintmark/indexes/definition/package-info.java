/**
 * Definitions of indexes as clients put them: read, told apart by language, refused by name where they cannot be done.
 * Those in JavaScript are run by an optional engine, which only this package knows.
 */
@NullMarked
package io.mintmark.indexes.definition;

import org.jspecify.annotations.NullMarked;
