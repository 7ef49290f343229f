/** A door to the command line, as readers use it. */
@NullMarked
package io.mintmark.cli;

import org.jspecify.annotations.NullMarked;
