/** The {@code mintmark} command: what people type, turned into calls of the other modules. */
@NullMarked
package io.mintmark.cli;

import org.jspecify.annotations.NullMarked;
