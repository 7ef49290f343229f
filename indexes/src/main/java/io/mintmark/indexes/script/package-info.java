/** Definitions in JavaScript; the only place that knows the optional engine. */
@NullMarked
package io.mintmark.indexes.script;

import org.jspecify.annotations.NullMarked;
