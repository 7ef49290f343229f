/** The shipped front over an engine that stores nothing. */
@NullMarked
package io.mintmark.lab.load.unstored;

import org.jspecify.annotations.NullMarked;
