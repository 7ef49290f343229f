/**
 * Expressions over JSON values, with exact numbers: what definitions in our own form and in C# become. They know no
 * index and no document.
 */
@NullMarked
package io.mintmark.indexes.expression;

import org.jspecify.annotations.NullMarked;
