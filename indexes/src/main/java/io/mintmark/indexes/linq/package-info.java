/**
 * Definitions in C#: their text, the tree that is read from it within bounds of length, depth and count, and the plan
 * that it becomes where it lies in the subset that is understood.
 */
@NullMarked
package io.mintmark.indexes.linq;

import org.jspecify.annotations.NullMarked;
