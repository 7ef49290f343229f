/** {@code mintmark javascript}: the engine that indexes in JavaScript need, from a Maven repository. */
@NullMarked
package io.mintmark.cli.javascript;

import org.jspecify.annotations.NullMarked;
