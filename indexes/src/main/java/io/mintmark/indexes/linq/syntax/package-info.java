/** Text in C#, and the tree that is read from it within bounds of length, depth and count. */
@NullMarked
package io.mintmark.indexes.linq.syntax;

import org.jspecify.annotations.NullMarked;
