/** {@code mintmark access}: who may do what on the server of a data directory. */
@NullMarked
package io.mintmark.cli.access;

import org.jspecify.annotations.NullMarked;
