/** A door to the command line, for what is made from it. */
@NullMarked
package io.mintmark.cli;

import org.jspecify.annotations.NullMarked;
