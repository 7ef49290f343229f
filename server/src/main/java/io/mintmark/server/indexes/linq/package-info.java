/**
 * Definitions in C#: made a plan where they lie in the subset that is understood, and shown in JavaScript where they do
 * not.
 */
@NullMarked
package io.mintmark.server.indexes.linq;

import org.jspecify.annotations.NullMarked;
