/** The parser of C#, generated from {@code Linq.g4} while this module is built. */
@NullMarked
package io.mintmark.server.indexes.linq.grammar;

import org.jspecify.annotations.NullMarked;
