/** The terminal of all commands: values of options, the variables that stand for them, lines, the version. */
@NullMarked
package io.mintmark.cli.terminal;

import org.jspecify.annotations.NullMarked;
