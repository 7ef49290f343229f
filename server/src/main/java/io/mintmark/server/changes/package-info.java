/**
 * Changes of a database, told to those who watch it: what they watch, what waits for them, and in which words it is
 * told.
 */
@NullMarked
package io.mintmark.server.changes;

import org.jspecify.annotations.NullMarked;
