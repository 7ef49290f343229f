/** Definitions in C#: made a plan where they lie in the subset that is understood, and refused where they do not. */
@NullMarked
package io.mintmark.indexes.linq;

import org.jspecify.annotations.NullMarked;
