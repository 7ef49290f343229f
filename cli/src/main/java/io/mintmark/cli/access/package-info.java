/** {@code mintmark launch}: the numbers of launches, from a log in a file or from a server. */
@NullMarked
package io.mintmark.cli.launch;

import org.jspecify.annotations.NullMarked;
