/**
 * What the server's modules stand on together: JSON read once and kept as received, fair shares of what is scarce,
 * files as an operating system keeps them, repeated failures in the log, and what modules say to each other that know
 * nothing of each other.
 */
@NullMarked
package io.mintmark.support;

import org.jspecify.annotations.NullMarked;
