/** {@code mintmark access}: who may do what, on the server of a data directory or on all nodes of a store. */
@NullMarked
package io.mintmark.cli.access;

import org.jspecify.annotations.NullMarked;
